import { createWidgets } from './widgets.ts'

/*
 * The whole of what a script tag brings. The service adds the call that starts it for one agent. A symbol leaves the
 * page's own names alone, and makes a second script tag find the first one's widgets.
 */
const page = globalThis as { [key: symbol]: unknown }
page[Symbol.for('icebot.widget')] ??= createWidgets()
