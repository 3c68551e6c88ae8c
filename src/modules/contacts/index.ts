export { addDoNotCall, type Barred, doNotCallList, removeDoNotCall, setOptOut } from './contacts.ts'
