import { Link } from '@tanstack/react-router'
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

/** A page that could not be shown: its data did not come, or its program is from before an upgrade. */
export function RouteError({ error }: { error: unknown }) {
  return (
    <div className="mx-auto max-w-xl p-6">
      <ErrorNote error={error} retry={() => location.reload()} />
    </div>
  )
}
