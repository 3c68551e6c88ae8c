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
