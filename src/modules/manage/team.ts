import { z } from 'zod'
import * as users from '../users/index.ts'
import { teamSchema as schema } from '../users/index.ts'
import { type ManageRoute, manageRoute } from './door.ts'

const one = z.object({ data: schema.member })
const OWNERS = 'owners only'

export const teamRoutes: ManageRoute[] = [
  manageRoute({
    method: 'GET',
    path: '/team',
    tag: 'Team',
    summary: 'List the people of the workspace',
    answer: z.object({ data: z.array(schema.member) }),
    handle: async ({ db, workspaceId }) => ({ data: await users.membersOf(db, workspaceId) }),
  }),
  manageRoute({
    method: 'POST',
    path: '/team',
    tag: 'Team',
    summary: 'Invite somebody: by mail where mail is set up, else with the link in the answer',
    status: 201,
    body: schema.invitation,
    answer: z.object({ data: schema.member.extend(schema.link) }),
    refusals: { 403: OWNERS, 409: 'a user with the email … exists already' },
    handle: async (context, { body }) => {
      const { member, sent } = await users.invite(context, body)
      return { data: { ...member, ...sent } }
    },
  }),
  manageRoute({
    method: 'PATCH',
    path: '/team/:id',
    tag: 'Team',
    summary: 'Make somebody an owner or a member',
    body: schema.roleChange,
    answer: one,
    refusals: { 403: OWNERS, 409: 'last owner' },
    handle: async (context, { params, body }) => ({
      data: await users.changeRole(context, params.id as string, body.role),
    }),
  }),
  manageRoute({
    method: 'DELETE',
    path: '/team/:id',
    tag: 'Team',
    summary: 'Remove somebody: their sign-ins and tokens end at once',
    status: 204,
    refusals: { 403: OWNERS, 409: 'last owner' },
    handle: (context, { params }) => users.removeMember(context, params.id as string),
  }),
  manageRoute({
    method: 'POST',
    path: '/team/:id/reset',
    tag: 'Team',
    summary: 'Send somebody a one-time link to choose a new password with',
    answer: z.object({ data: z.object(schema.link) }),
    refusals: { 403: OWNERS },
    handle: async (context, { params }) => ({ data: await users.resetMember(context, params.id as string) }),
  }),
]
