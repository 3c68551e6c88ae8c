export { type Actor, type AuditRow, auditPage, record, recordPast, system } from './audit.ts'
