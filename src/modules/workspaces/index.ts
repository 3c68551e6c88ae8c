export {
  allWorkspaces,
  createWorkspace,
  findWorkspace,
  type Plan,
  updateWorkspace,
  type Workspace,
  type WorkspaceFields,
} from './workspaces.ts'
