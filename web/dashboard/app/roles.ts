import type { Item } from '../api/client.ts'
import { texts } from '../i18n.ts'

export type Member = Item<'GET /team'>
export type Role = Member['role']
export const ROLES: Role[] = ['member', 'owner']

export const useRoles = texts({
  en: {
    names: { owner: 'Owner', member: 'Member' } as Record<Role, string>,
    about: {
      owner: 'Does everything, also what cannot be undone.',
      member: 'Answers customers, handles orders, and changes the agent and its catalogue.',
    } as Record<Role, string>,
  },
  ms: {
    names: { owner: 'Pemilik', member: 'Ahli' },
    about: {
      owner: 'Boleh membuat semua, termasuk yang tidak boleh dipulihkan.',
      member: 'Menjawab pelanggan, mengurus pesanan, dan mengubah ejen serta katalognya.',
    },
  },
})
