export { balanceOf, chargeVoice, lastAbove, MINUTE_CREDITS, voicePrice } from './minutes.ts'
export { changeOwnWorkspace, type LedgerEntry, ledgerOf } from './own.ts'
export * as workspaceSchema from './schema.ts'
export {
  allWorkspaces,
  canSpend,
  createWorkspace,
  findWorkspace,
  type Plan,
  spend,
  updateWorkspace,
  type Workspace,
  type WorkspaceFields,
} from './workspaces.ts'
