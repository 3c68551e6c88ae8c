import type { Connection, WidgetConfig } from '../client/connection.ts'
import type { Texts } from './texts.ts'

/*
 * What the widget and the Talk sheet know of each other. Talk comes as a file of its own on the first use, so that who
 * only writes never loads it.
 *
 * `root` fills the panel below its header and lies in the widget's shadow tree: styles come by a constructed sheet
 * added to `(root.getRootNode() as ShadowRoot).adoptedStyleSheets`. The colours of the widget are custom properties
 * there, for light and dark alike: --ground --card --ink --quiet --line --alarm --good, --accent (a ground) with
 * --on-accent (text upon it), --accent-ink (text in the accent's hue on --ground and --card); --radius and --shadow.
 */

export interface TalkContext {
  /** Empty, and removed by the widget after `onClose` or `close`. */
  root: HTMLElement
  connection: Connection
  config: WidgetConfig
  texts: Texts
  /** The visitor ended it: the widget takes the panel back. */
  onClose(): void
}

export interface TalkHandle {
  /** The widget ends it: panel closed or widget destroyed. Releases microphone and sound; `onClose` is not called. */
  close(): void
}

export type OpenTalk = (context: TalkContext) => TalkHandle

export interface TalkModule {
  default: OpenTalk
}
