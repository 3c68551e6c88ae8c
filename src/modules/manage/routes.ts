import { agentRoutes } from './agents.ts'
import { alertRoutes } from './alerts.ts'
import { callRoutes } from './calls.ts'
import { catalogueRoutes } from './catalogue.ts'
import { contactRoutes } from './contacts.ts'
import { conversationRoutes } from './conversations.ts'
import { customerRoutes } from './customers.ts'
import { knowledgeRoutes } from './knowledge.ts'
import { orderRoutes } from './orders.ts'
import { overviewRoutes } from './overview.ts'
import { sessionRoutes } from './session.ts'
import { settingsRoutes } from './settings.ts'
import { teamRoutes } from './team.ts'
import { webhookRoutes } from './webhooks.ts'
import { workspaceRoutes } from './workspace.ts'

/** All that people of a workspace can ask and do; who is nobody yet can only sign in. */
export const manageRoutes = [
  ...sessionRoutes,
  ...overviewRoutes,
  ...conversationRoutes,
  ...orderRoutes,
  ...customerRoutes,
  ...callRoutes,
  ...contactRoutes,
  ...catalogueRoutes,
  ...knowledgeRoutes,
  ...alertRoutes,
  ...agentRoutes,
  ...settingsRoutes,
  ...teamRoutes,
  ...workspaceRoutes,
  ...webhookRoutes,
]
