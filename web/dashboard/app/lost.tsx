import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../api/client.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { ErrorNote } from '../ui/states.tsx'

const useTexts = texts({
  en: {
    title: 'There is no such page',
    about: 'The address may be old, or mistyped.',
    home: 'Go to the overview',
  },
  ms: {
    title: 'Halaman ini tiada',
    about: 'Alamatnya mungkin lama atau tersilap taip.',
    home: 'Ke ringkasan',
  },
})

export function Lost() {
  const words = useTexts()
  return (
    <Page title={words.title} about={words.about}>
      <div>
        <Button asChild>
          <Link to="/">{words.home}</Link>
        </Button>
      </div>
    </Page>
  )
}

const LOOK_AGAIN_MS = 3_000

/** A page that could not be shown. When the service was away or is a newer one, the page comes by itself once it is there. */
export function RouteError({ error }: { error: unknown }) {
  const isAway = error instanceof ApiError && error.status === 0
  useEffect(() => {
    if (!isAway) return
    const timer = setInterval(() => {
      fetch('/healthz').then(
        ({ ok }) => ok && location.reload(),
        () => {},
      )
    }, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isAway])
  return (
    <div className="mx-auto max-w-xl p-6">
      {isAway ? <ErrorNote error={error} /> : <ErrorNote error={error} retry={() => location.reload()} />}
    </div>
  )
}
