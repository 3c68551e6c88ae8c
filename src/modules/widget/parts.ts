import type { Db } from '../../platform/db/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import type { Logger } from '../../platform/log.ts'
import type { News } from '../../platform/news.ts'
import type { SpeechSet } from '../../providers/speech/index.ts'
import type { Listening } from '../brain/index.ts'

/** What website chat is made of. */
export interface WidgetParts {
  db: Db
  log: Logger
  news: News
  limits: Limits
  listening: Listening
  speech: SpeechSet
  /** Where browsers reach the widget's own files and endpoints. */
  widgetUrl(): Promise<string>
}
