/** Every button that asks opens the chat; a click before it has arrived is remembered. */
const WAIT_MS = 8000
const note = document.querySelector('.toast-note')
const widget = () => document.querySelector('icebot-widget')

async function ask() {
  const end = Date.now() + WAIT_MS
  while (!widget() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50))
  widget()?.open()
  note.hidden = Boolean(widget())
}

for (const button of document.querySelectorAll('[data-ask]')) button.addEventListener('click', ask)
