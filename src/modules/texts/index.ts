export { textWork } from './due.ts'
export { createTexting, type NewText, type TextRow, textsOf, writeText } from './texts.ts'
