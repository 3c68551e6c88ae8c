export { cleaned } from './clean.ts'
export type {
  Failure,
  LanguageModel,
  ModelAnswer,
  ModelKind,
  ModelOptions,
  ModelRequest,
  ModelTool,
  Spent,
  Spoken,
} from './port.ts'
export { createLanguageModel } from './sdk.ts'
