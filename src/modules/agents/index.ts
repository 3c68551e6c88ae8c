export {
  type Agent,
  type AgentContext,
  type AgentFields,
  agentsOf,
  createAgent,
  findAgent,
  updateAgent,
} from './agents.ts'
export { parseAllowedDomain } from './domains.ts'
export { clockAt, type Day, days, isOpenAt, type OpeningHours, parseHours, writeHours } from './hours.ts'
