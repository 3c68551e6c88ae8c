"""Verifies webhooks from icebot. Only Python's standard library; copy it into your project.
To try it: WEBHOOK_SECRET=... python3 verify_webhook.py"""
import hashlib
import hmac
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def verify(secret, raw_body, signature):
    """raw_body: the bytes exactly as they arrived. Parsed and written again, they no longer match their signature."""
    expected = "sha256=" + hmac.new(secret.encode(), raw_body, hashlib.sha256).hexdigest()
    given = signature if isinstance(signature, str) else ""
    return hmac.compare_digest(expected.encode(), given.encode(errors="replace"))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        """Prints every genuine delivery and answers 204; anything else gets a 401."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        is_genuine = verify(os.environ["WEBHOOK_SECRET"], body, self.headers.get("X-Service-Signature"))
        if is_genuine:
            print(self.headers.get("X-Service-Event"), body.decode(), flush=True)
        self.send_response(204 if is_genuine else 401)
        self.end_headers()


if __name__ == "__main__":
    if not os.environ.get("WEBHOOK_SECRET"):
        raise SystemExit("Set WEBHOOK_SECRET to the signing secret.")
    ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 4000))), Receiver).serve_forever()
