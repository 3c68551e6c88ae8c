import { render } from 'preact'
import css from './talk.css?inline'
import type { OpenTalk } from './talk-face.ts'
import { Sheet } from './talk-panel.tsx'
import { Talk } from './talk-store.ts'
import { talkTextsFor } from './talk-texts.ts'

/** Loaded on the first use of Talk: a single quiet sheet over the conversation. */
const openTalk: OpenTalk = ({ root, connection, config, texts, onClose }) => {
  dress(root.getRootNode() as ShadowRoot)
  const talk = new Talk(connection, config)
  const close = () => {
    talk.onChange = talk.onLevel = () => {}
    talk.end()
    render(null, root)
  }
  const leave = () => {
    close()
    onClose()
  }
  talk.begin()
  render(<Sheet talk={talk} config={config} texts={talkTextsFor(texts.lang)} onLeave={leave} />, root)
  return { close }
}

export default openTalk

let sheet: CSSStyleSheet | undefined

function dress(tree: ShadowRoot): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
  }
  if (!tree.adoptedStyleSheets.includes(sheet)) tree.adoptedStyleSheets.push(sheet)
}
