export { conversationsJson } from './conversation-text.ts'
export {
  addNote,
  change,
  handToTeam,
  list,
  listTexts,
  messagesOf,
  nameCustomer,
  notesOf,
  openConversation,
  read,
  readWithMessages,
  receive,
  receiveIn,
  replyAsAgent,
  replyAsTeam,
} from './conversations.ts'
export { importHistory, type PastConversation } from './history.ts'
export { facetsOf, listInbox, presentInboxRow, presentThread, readForInbox, threadOf } from './inbox.ts'
export {
  presentConversation,
  presentManaged,
  presentMessage,
  presentMessages,
  presentNote,
  presentPage,
} from './present.ts'
export { conversationReport, outcomesAndNone } from './report.ts'
export { routes as conversationRoutes } from './routes.ts'
export * as conversationSchema from './schema.ts'
export {
  agentOf as agentOfConversation,
  type Conclusion,
  type ConversationRow,
  claimToConclude,
  conclude,
  concludeSoon,
  lock as lockConversation,
  type MessageRow,
  repliesAfter,
  type Shows,
} from './store.ts'
export { conversationOf, ownMessage, ownMessages, type VisitorMessage } from './visitor.ts'
