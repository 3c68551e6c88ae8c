import type { WidgetConfig } from '../client/wire.ts'
import { createWidget, type WidgetElement } from './widget.tsx'

export interface Widgets {
  /** Puts an agent's widget on the page; the same one when it is there already. */
  start(config: WidgetConfig): WidgetElement
}

/** The widgets of a page, one for each agent. */
export function createWidgets(): Widgets {
  const byBot = new Map<string, WidgetElement>()
  return {
    start(config) {
      const known = byBot.get(config.bot)
      if (known) return known
      const element = createWidget(config, () => byBot.delete(config.bot))
      byBot.set(config.bot, element)
      return element
    },
  }
}
