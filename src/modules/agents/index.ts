export {
  type Agent,
  type AgentContext,
  type AgentFields,
  type AgentLanguage,
  agentLanguages,
  agentsOf,
  createAgent,
  findAgent,
  updateAgent,
} from './agents.ts'
export { allowsOrigin, parseAllowedDomain } from './domains.ts'
export { type Explanation, explainOrigin, faultOfDomain } from './explain-domains.ts'
export { clockAt, type Day, days, isOpenAt, type OpeningHours, parseHours, writeHours } from './hours.ts'
export { type Look, lookOf, lookSchema } from './look.ts'
export * as agentSchema from './schema.ts'
export { snippetOf } from './snippet.ts'
