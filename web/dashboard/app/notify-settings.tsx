import { useState } from 'react'
import { texts } from '../i18n.ts'
import { Switch } from '../ui/field.tsx'
import { useWanted } from './preferences.ts'
import { allowSound, playSound } from './sound.ts'

const useTexts = texts({
  en: {
    notices: 'Show a notice on this device',
    sound: 'Play a sound',
    about: 'When somebody needs a person, an order needs a look, or credits run low.',
    blocked: 'The browser blocks notices from this page. Allow them in its settings for this site.',
    impossible: 'This browser shows notices only on https or localhost.',
  },
  ms: {
    notices: 'Tunjuk notis pada peranti ini',
    sound: 'Mainkan bunyi',
    about: 'Apabila pelanggan perlukan seseorang, pesanan perlu dilihat, atau kredit hampir habis.',
    blocked: 'Pelayar menyekat notis dari halaman ini. Benarkan dalam tetapan laman ini.',
    impossible: 'Pelayar ini menunjukkan notis pada https atau localhost sahaja.',
  },
})

/** How this browser tells that somebody waits: for the account page and the bell. */
export function NotifySettings() {
  const words = useTexts()
  const [{ notices, sound }, want] = useWanted()
  const isPossible = 'Notification' in window && window.isSecureContext
  const [permission, setPermission] = useState(isPossible ? Notification.permission : 'denied')

  async function askFor(isWanted: boolean): Promise<void> {
    const answer = isWanted ? await Notification.requestPermission() : permission
    setPermission(answer)
    want({ notices: isWanted && answer === 'granted' })
  }

  return (
    <div className="grid gap-3">
      <Switch
        label={words.notices}
        checked={notices && permission === 'granted'}
        disabled={!isPossible || permission === 'denied'}
        onChange={(isWanted) => void askFor(isWanted)}
      />
      <Switch
        label={words.sound}
        checked={sound}
        onChange={(isWanted) => {
          want({ sound: isWanted })
          allowSound()
          if (isWanted) playSound()
        }}
      />
      <p className="text-xs text-quiet">
        {!isPossible ? words.impossible : permission === 'denied' ? words.blocked : words.about}
      </p>
    </div>
  )
}
