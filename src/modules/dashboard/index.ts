export { mountDashboard } from './mount.ts'
