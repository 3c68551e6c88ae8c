export {
  addDoNotCall,
  type Barred,
  doNotCallList,
  hasOptedOut,
  isDoNotCall,
  removeDoNotCall,
  setOptOut,
} from './contacts.ts'
