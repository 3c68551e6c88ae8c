import { agentRoutes } from './agents.ts'
import { alertRoutes } from './alerts.ts'
import { callRoutes } from './calls.ts'
import { catalogueRoutes } from './catalogue.ts'
import { contactRoutes } from './contacts.ts'
import { conversationRoutes } from './conversations.ts'
import { customerRoutes } from './customers.ts'
import { forgottenShapes } from './forgotten.ts'
import { knowledgeRoutes } from './knowledge.ts'
import { orderRoutes } from './orders.ts'
import { overviewRoutes } from './overview.ts'
import { sessionRoutes, signInForm } from './session.ts'
import { settingsRoutes } from './settings.ts'
import { teamRoutes } from './team.ts'
import { webhookRoutes } from './webhooks.ts'
import { workspaceRoutes } from './workspace.ts'

/** The routes for people who are nobody yet, in shape. */
export const strangersShapes = [signInForm, ...forgottenShapes]

/** All that people of a workspace can ask and do. */
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
