import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { manageRoutes, strangersShapes } from '../../src/modules/manage/routes.ts'
import type { Method } from '../../src/platform/http/index.ts'

const PREFIX = '/api/manage'

interface Shape {
  method: Method
  path: string
  query?: z.ZodType
  body?: z.ZodType
  answer?: z.ZodType
  status?: number
}

/** For people of a workspace, and for who is nobody yet. */
export const allRoutes: Shape[] = [...strangersShapes, ...manageRoutes]

const routes = allRoutes.map((route) => ({
  ...route,
  pattern: new RegExp(`^${PREFIX}${route.path.replace(/:\w+/g, '[^/]+')}$`),
}))

/** The dashboard's types are made from what routes say they answer: a success that is anything else is a fault. */
export function checkAnswer(url: string, method: string, status: number, text: string): void {
  const { pathname } = new URL(url)
  if (status >= 300 || !pathname.startsWith(PREFIX)) return
  // The most exact path first: `/products/import` is no product.
  const [route] = routes
    .filter((one) => one.method === method && one.pattern.test(pathname))
    .sort((a, b) => a.path.split(':').length - b.path.split(':').length)
  if (!route) return
  const name = `${method} ${route.path}`
  const { answer } = route
  if (!answer) {
    if (status !== 204 || text !== '')
      throw new Error(`${name} says it answers nothing, and answered ${status} ${text}`)
    return
  }
  const expected = route.status ?? 200
  if (status !== expected) throw new Error(`${name} says it answers ${expected}, and answered ${status}`)
  const given = JSON.parse(text)
  const parsed = answer.safeParse(given)
  if (!parsed.success)
    throw new Error(`${name} does not answer what it says:\n${z.prettifyError(parsed.error)}`)
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), given)) {
    throw new Error(`${name} answers more than it says: ${text.slice(0, 2_000)}`)
  }
}
