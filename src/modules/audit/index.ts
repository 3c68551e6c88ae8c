export { type Actor, type AuditRow, auditPage, record, system } from './audit.ts'
