import type { DocumentOptions, StandingRefusal } from '../../platform/openapi/index.ts'

/** What the reference says beyond what the routes themselves do (specification, sections 1, 5, 7, 8 and 9). */
export const text = {
  title: 'icebot API',
  description: `Read what your agent and your customers wrote, and connect your own systems to it.

Requests and answers are JSON. Timestamps are ISO 8601 in UTC with milliseconds. Ids are UUIDs. Ignore fields you do not know: new ones come without notice.

## Versioning

The version is in the path. Within \`v1\` changes only add: new endpoints, new optional parameters, new fields in answers. Whatever could break a working integration ships as a new version beside \`v1\`, announced in advance, and \`v1\` keeps running while you move.`,
  server: 'Every path below is under this prefix, at the address of your own service.',
  authentication: `Every request carries an API key: \`Authorization: Bearer <key>\`. Keys start with \`svk_\` and are shown once, when they are created. A key belongs to one agent and sees only that agent’s data.

Reading needs no scope. Every write needs exactly one, and no scope implies another. Keep keys on your server: never put one into a web page or an app. To rotate, create the new key, deploy it, then revoke the old one; a revoked key is refused on its next request.`,
  errors:
    'Whatever is not a success has a body with `error`, a fixed text. Refusals meant for a person add `message`. A malformed request adds `details`, which lists every problem of it at once.',
  tags: {
    Conversations: 'What customers and the agent said to each other, on every channel.',
    Calls: 'Phone calls in which the agent speaks: placing them, following them, and their recordings.',
    Webhooks:
      'What the service tells your own address as it happens: a POST with `X-Service-Event`, `X-Service-Delivery` (the same on every retry, to recognise repetitions) and `X-Service-Signature` (`sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the signing secret). Answer with any 2xx within 10 seconds; otherwise it is sent again after 1 minute, 5 minutes, 30 minutes, 2 hours and 6 hours. Order is not guaranteed.',
    Catalogue: 'What the agent sells: products, their variants and their stock, as the store has them.',
  },
} satisfies Partial<DocumentOptions>

export const headers: DocumentOptions['headers'] = {
  'X-Request-Id': {
    description: 'Names this request in the service’s log; quote it when you ask for help',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': {
    description: 'Requests the key may make in any 60 seconds',
    schema: { type: 'integer', examples: [120] },
  },
  'RateLimit-Remaining': {
    description: 'Requests left right now',
    schema: { type: 'integer', examples: [119] },
  },
  'RateLimit-Reset': {
    description: 'Seconds until the next request becomes free',
    schema: { type: 'integer', examples: [0] },
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again',
    schema: { type: 'integer', examples: [3] },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate',
    schema: { type: 'string', const: 'Bearer' },
  },
}

export const answerHeaders = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

export const everyRefusal: StandingRefusal[] = [
  {
    status: 400,
    name: 'BadRequest',
    description: 'The request is malformed; nothing was written. `details` lists every problem.',
    example: {
      error: 'invalid query',
      details: [{ path: 'limit', message: 'must be a whole number from 1 to 100' }],
    },
    headers: answerHeaders,
    on: ({ query, body }) => query !== undefined || body !== undefined,
  },
  {
    status: 401,
    name: 'Unauthorized',
    description: 'No bearer key was sent, or the key is unknown or revoked.',
    example: { error: 'unauthorized' },
    headers: ['X-Request-Id', 'WWW-Authenticate'],
  },
  {
    status: 403,
    name: 'Forbidden',
    description:
      'The key may not do this: it lacks the scope, or it lists origins and the request has another one.',
    example: {
      error: 'origin not allowed',
      message: 'This key lists allowed origins, and the Origin of this request is not one of them.',
    },
    headers: answerHeaders,
  },
  {
    status: 404,
    name: 'NotFound',
    description: 'It does not exist or belongs to another agent; the two cannot be told apart.',
    example: { error: 'not found' },
    headers: answerHeaders,
    on: ({ path }) => path.includes(':'),
    unlessNamed: true,
  },
  {
    status: 413,
    name: 'BodyTooLarge',
    description: 'The body is larger than 5 MB.',
    example: { error: 'body too large' },
    headers: answerHeaders,
    on: ({ body }) => body !== undefined,
  },
  {
    status: 415,
    name: 'UnsupportedType',
    description: 'The body is not sent as `application/json`.',
    example: { error: 'unsupported content type', message: 'Send the body as application/json.' },
    headers: answerHeaders,
    on: ({ body }) => body !== undefined,
  },
  {
    status: 429,
    name: 'TooManyRequests',
    description:
      'A key may make 120 requests in any 60 seconds, over all endpoints together (whoever runs the service may set another number). Nothing was done, and a refused request does not count: wait `Retry-After` seconds and send it again.',
    example: { error: 'rate limit exceeded' },
    headers: [...answerHeaders, 'Retry-After'],
  },
  {
    status: 500,
    name: 'InternalError',
    description: 'A fault of the service. Reads are safe to retry; retry writes with care.',
    example: { error: 'internal error' },
    headers: answerHeaders,
  },
  {
    status: 503,
    name: 'Unavailable',
    description: 'The service cannot do its work right now. Nothing was done; try again shortly.',
    example: {
      error: 'unavailable',
      message: 'The service cannot reach its database. Nothing was done; try again shortly.',
    },
    headers: ['X-Request-Id', 'Retry-After'],
  },
]

/** What a field looks like in the examples, by its name, or by what holds it and its name. */
export const examples: Record<string, unknown> = {
  'Product.name': 'Kopi O Ais',
  'Product.external_id': '1042',
  'Product.price': 6.4,
  'Product.stock': 24,
  'Product.description': 'Black coffee over ice.',
  'Product.category': 'Drinks',
  'Product.sku': 'KOPI-O',
  'Product.image_url': 'https://shop.example.com/kopi-o-ais.jpg',
  'Variant.name': 'Large',
  'Variant.external_id': '1042-L',
  'Variant.price': 7.9,
  'Variant.stock': 12,
  'Variant.sku': 'KOPI-O-L',
  product_external_id: '1042',
  variant_external_id: '1042-L',
  'StockLevel.quantity': 24,
  order_number: 'K7M3',
  external_id: '5001',
  external_status: 'processing',
  stock_events: ['store_ack'],
  special_instructions: 'less sugar',
  external_ids: ['1042'],
  channel: 'whatsapp',
  'customer.name': 'Siti Aminah',
  'customer.phone': '+60123456789',
  content: 'Nak 2 kopi ais, boleh?',
  cursor: 'MjAyNi0wMS0wNVQwMjo0MTowNy4xMjBaIDAxOWI4YzJl',
  hasMore: false,
  to: '+60123456789',
  from: '+60312345678',
  variables: { name: 'Siti' },
  duration_seconds: 92,
  elapsed_seconds: 12,
  turns: 4,
  expires_in: 300,
  url: 'https://shop.example.com/files/recordings/…',
  labels: ['vip'],
  next_cursor: null,
  summary: 'Ordered two iced coffees for pick-up at noon.',
}
