export type { Plan } from './low.ts'
export { balanceOf, chargePastTalks, chargeVoice } from './minutes.ts'
export { changeOwnWorkspace, type LedgerEntry, ledgerOf } from './own.ts'
export { MINUTE_CREDITS, voicePrice } from './prices.ts'
export * as workspaceSchema from './schema.ts'
export {
  allWorkspaces,
  canSpend,
  createWorkspace,
  findWorkspace,
  spend,
  updateWorkspace,
  type Workspace,
  type WorkspaceFields,
} from './workspaces.ts'
