export {
  addDoNotCall,
  type Barred,
  doNotCallList,
  hasOptedOut,
  isDoNotCall,
  removeDoNotCall,
  setOptOut,
} from './contacts.ts'
export { doNotCallPage, optOutPage } from './lists.ts'
export * as contactSchema from './schema.ts'
