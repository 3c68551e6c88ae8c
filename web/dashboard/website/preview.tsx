import { useEffect, useRef, useState } from 'react'
import { useApi } from '../api/queries.ts'
import type { AgentItem } from '../app/save-agent.ts'
import { useLanguage } from '../i18n.ts'
import { Choice } from '../ui/choice.tsx'
import { isColour, type Look } from './look.ts'
import { useTexts } from './texts.ts'

const SCREENS = { desktop: { width: 860, height: 640 }, phone: { width: 390, height: 720 } }
type Screen = keyof typeof SCREENS
/** Where a computer's screen would be too small to see anything. */
const NARROW = '(max-width: 640px)'

/** The chat as it would be: the widget's own program, in a frame that reaches nobody. */
export function Preview({ agent, look }: { agent: AgentItem; look: Look }) {
  const words = useTexts()
  const [screen, setScreen] = useState<Screen>(() => (matchMedia(NARROW).matches ? 'phone' : 'desktop'))
  const [page, setPage] = useState<'light' | 'dark'>('light')
  const [language] = useLanguage()
  const { data: workspace } = useApi('GET /workspace', {})
  const frame = useFrame({
    icebot: 'preview',
    agentName: agent.name,
    shopName: workspace?.data.name ?? '',
    welcome: agent.welcome,
    look: useLastGood(look),
    language,
    page,
  })
  const [room, width] = useWidth()
  const { width: wide, height: high } = SCREENS[screen]
  const scale = Math.min(1, width / wide, screen === 'phone' ? 0.85 : 1)
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Choice
          label={words.device}
          hideLabel
          value={screen}
          options={[
            ['desktop', words.desktop],
            ['phone', words.phone],
          ]}
          onChange={setScreen}
        />
        <Choice
          label={words.page}
          hideLabel
          value={page}
          options={[
            ['light', words.light],
            ['dark', words.dark],
          ]}
          onChange={setPage}
        />
      </div>
      <div ref={room} className="min-w-0">
        <div
          className="mx-auto overflow-hidden rounded-md border"
          style={{ width: wide * scale, height: high * scale }}
        >
          <iframe
            ref={frame}
            title={words.previewTitle}
            src="/widget/preview"
            sandbox="allow-scripts"
            className="origin-top-left"
            style={{ width: wide, height: high, transform: `scale(${scale})` }}
          />
        </div>
      </div>
      <p className="text-xs text-quiet">{words.previewNote}</p>
    </div>
  )
}

/** A colour that is still being typed leaves the last one. */
function useLastGood(look: Look): Look {
  const [accent, setAccent] = useState(look.accent)
  if (isColour(look.accent) && look.accent !== accent) setAccent(look.accent)
  return { ...look, accent }
}

/** Tells the frame what to show, from when it is ready and whenever that changes. */
function useFrame(shown: object) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data?.icebot === 'preview-ready') setReady(true)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  const told = JSON.stringify(shown)
  useEffect(() => {
    // The frame is of no origin, so no other can be named; it is ours, and nothing in this is secret.
    if (isReady) frame.current?.contentWindow?.postMessage(JSON.parse(told), '*')
  }, [isReady, told])
  return frame
}

function useWidth() {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width] as const
}
