import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../lib/html.ts'
import type { Db } from '../../platform/db/index.ts'
import { sendPage } from '../../platform/http/index.ts'
import { findByPasswordLink, redeemPasswordLink, type User } from './users.ts'

export const PASSWORD_PATH = '/set-password'
export const MIN_PASSWORD = 10
const MAX_PASSWORD = 1_000

type Request = FastifyRequest<{ Params: { token: string } }>

/** Where a one-time link leads. Opening it uses nothing up: mail programs open links before people do. */
export function mountPasswordPage(app: FastifyInstance, db: Db): void {
  const path = `${PASSWORD_PATH}/:token`
  app.get(path, async (request: Request, reply) => {
    const user = await findByPasswordLink(db, request.params.token)
    return user ? form(reply, user) : deadLink(reply)
  })
  app.post(path, async (request: Request, reply) => {
    const user = await findByPasswordLink(db, request.params.token)
    if (!user) return deadLink(reply)
    const password = new URLSearchParams(String(request.body ?? '')).get('password') ?? ''
    const problem = faultOf(password)
    if (problem) return form(reply, user, problem)
    return (await redeemPasswordLink(db, request.params.token, password))
      ? done(reply, user)
      : deadLink(reply)
  })
}

/** Length is what makes a password strong; rules about its characters make it forgotten. */
export function faultOf(password: string): string | undefined {
  if (password.length < MIN_PASSWORD) return `The password needs at least ${MIN_PASSWORD} characters.`
  if (password.length > MAX_PASSWORD) return `The password can have at most ${MAX_PASSWORD} characters.`
  if (password.includes('\0') || !password.isWellFormed())
    return 'The password has a character that cannot be typed.'
  return undefined
}

function form(reply: FastifyReply, user: User, problem?: string): FastifyReply {
  return sendPage(reply, {
    title: 'Choose a password',
    status: problem ? 400 : 200,
    body: html`<h1>Choose a password</h1>
<p>for ${user.email}</p>
${problem ? html`<p class="alarm" role="alert">${problem}</p>` : ''}
<form method="post">
<input name="email" autocomplete="username" value="${user.email}" readonly hidden>
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${MIN_PASSWORD}" autofocus>
<p class="quiet">At least ${MIN_PASSWORD} characters. A few words you will remember are fine.</p>
<button>Save password</button>
</form>`,
  })
}

function done(reply: FastifyReply, user: User): FastifyReply {
  return sendPage(reply, {
    title: 'Password saved',
    body: html`<h1>Password saved</h1>
<p>You can now sign in as ${user.email}. Everything that was signed in with the old password has been signed out.</p>
<p><a href="/sign-in">Sign in</a></p>`,
  })
}

function deadLink(reply: FastifyReply): FastifyReply {
  return sendPage(reply, {
    title: 'This link no longer works',
    status: 404,
    body: html`<h1>This link no longer works</h1>
<p>It was used already, it is older than a day, or a newer one was made. Your account is unchanged.</p>
<p><a href="/sign-in/forgotten">Ask for a new one</a></p>`,
  })
}
