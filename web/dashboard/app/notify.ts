import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { countOnTab } from '../ui/tab.ts'
import { type Alert, alertPath, useAlertTitle, useReason } from './alerts.ts'
import { createLead } from './lead.ts'
import { wanted } from './preferences.ts'
import { allowSound, playSound } from './sound.ts'

const STORED = 'icebot.told'
/** So many are remembered as told, over all tabs and reloads. */
const REMEMBERED = 200
/** What happened at about the same time may arrive in any order. */
const TOLERANCE_MS = 60_000

/**
 * Tells of new alerts with a notice of the browser and a sound, as far as they are wanted: in one tab, each once. What was
 * there when the page was opened is on the page, and makes no noise.
 */
export function useNotify(alerts: Alert[] | undefined): void {
  const router = useRouter()
  const title = useAlertTitle()
  const reasonOf = useReason()
  const lead = useLead()
  const known = useRef<Alert[]>(undefined)

  useEffect(() => countOnTab(alerts?.length ?? 0), [alerts])

  useEffect(() => {
    if (!alerts || !lead) return
    const before = known.current
    known.current = alerts
    if (!before) return
    for (const alert of newsIn(alerts, before)) {
      void lead.claim(alert.id).then((isOurs) => {
        if (!isOurs || !remember(alert.id)) return
        tell(
          alert.id,
          title(alert),
          reasonOf(alert.reason),
          () => void router.navigate({ to: alertPath(alert) }),
        )
      })
    }
  }, [alerts, lead, router, title, reasonOf])
}

/** Not in the list before, and not only come up in it because others were put away. */
function newsIn(alerts: Alert[], before: Alert[]): Alert[] {
  const newest = Math.max(0, ...before.map(({ created_at }) => Date.parse(created_at)))
  return alerts.filter(
    ({ id, created_at }) =>
      Date.parse(created_at) > newest - TOLERANCE_MS && !before.some((one) => one.id === id),
  )
}

function useLead() {
  const [lead, setLead] = useState<ReturnType<typeof createLead>>()
  useEffect(() => {
    const own = createLead()
    const touch = () => {
      own.touched()
      allowSound()
    }
    setLead(own)
    addEventListener('pointerdown', touch, { once: true })
    addEventListener('keydown', touch, { once: true })
    return () => {
      removeEventListener('pointerdown', touch)
      removeEventListener('keydown', touch)
      own.end()
    }
  }, [])
  return lead
}

function tell(tag: string, title: string, body: string, open: () => void): void {
  if (wanted().sound) playSound()
  if (!wanted().notices || !('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? ''
    const notice = new Notification(title, { body, tag, icon })
    notice.onclick = () => {
      window.focus()
      notice.close()
      open()
    }
  } catch {
    // Chrome on Android shows notices of service workers only; the sound and the badge tell it there.
  }
}

/** False when it was told already, by another tab or before a reload. */
function remember(id: string): boolean {
  const told = (localStorage.getItem(STORED) ?? '').split(' ').filter(Boolean)
  if (told.includes(id)) return false
  localStorage.setItem(STORED, [...told, id].slice(-REMEMBERED).join(' '))
  return true
}
