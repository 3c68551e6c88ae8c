export { type BackupMade, type BackupOptions, backup } from './backup.ts'
export { type Restored, type RestoreOptions, restore } from './restore.ts'
