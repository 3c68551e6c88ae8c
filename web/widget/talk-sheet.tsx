import { useEffect, useRef, useState } from 'preact/hooks'
import type { TalkContext, TalkHandle, TalkModule } from './talk-face.ts'

type Props = Omit<TalkContext, 'root'> & { onFailed(): void }

/** The place where Talk shows itself. Its program is fetched on the first use. */
export function TalkSheet({ config, texts, connection, onClose, onFailed }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const [isLoading, setLoading] = useState(true)

  useEffect(() => {
    sheet.current?.focus()
    let handle: TalkHandle | undefined
    let isGone = false
    loadTalk(`${config.host}/widget/talk.js?v=${config.version}`)
      .then(({ default: openTalk }) => {
        if (isGone || !root.current) return
        setLoading(false)
        handle = openTalk({ root: root.current, connection, config, texts, onClose })
      })
      .catch((error) => {
        console.error('icebot:', error)
        if (!isGone) onFailed()
      })
    return () => {
      isGone = true
      handle?.close()
    }
  }, [])

  return (
    <div class="talk" ref={sheet} tabIndex={-1}>
      {isLoading && <p class="quiet">{texts.connecting}</p>}
      <div ref={root} />
    </div>
  )
}

function loadTalk(address: string): Promise<TalkModule> {
  return import(/* @vite-ignore */ address)
}
