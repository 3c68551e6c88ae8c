import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Item } from '../api/client.ts'
import { useMe } from '../app/session.ts'
import { texts } from '../i18n.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icons.tsx'
import { Card } from '../ui/page.tsx'

type Setup = Item<'GET /overview'>['setup']
type Step = keyof Setup

const useTexts = texts({
  en: {
    title: 'Get your agent working',
    done: (done: number, all: number) => `${done} of ${all} done`,
    isDone: 'Done',
    dismiss: 'Hide this list',
    steps: {
      products: {
        name: 'Add products',
        about: 'So that the agent knows what you sell, what it costs and what is left.',
        go: 'Add a product',
      },
      allowed_domain: {
        name: 'Allow your website',
        about: 'The chat opens only on the domains you name, so that nobody else can use it.',
        go: 'Allow a domain',
      },
      snippet_seen: {
        name: 'Paste the snippet',
        about: 'One line in your website shows the chat. This ticks itself when a page has opened it.',
        go: 'Get the snippet',
      },
      webhook: {
        name: 'Set a webhook',
        about: 'Your own system hears of every order and conversation the moment it happens.',
        go: 'Set a webhook',
      },
    },
  },
  ms: {
    title: 'Sediakan ejen anda',
    done: (done: number, all: number) => `${done} daripada ${all} selesai`,
    isDone: 'Selesai',
    dismiss: 'Sembunyikan senarai ini',
    steps: {
      products: {
        name: 'Tambah produk',
        about: 'Supaya ejen tahu apa yang anda jual, harganya dan baki stok.',
        go: 'Tambah produk',
      },
      allowed_domain: {
        name: 'Benarkan laman web anda',
        about: 'Sembang hanya dibuka di domain yang anda namakan, supaya orang lain tidak boleh guna.',
        go: 'Benarkan domain',
      },
      snippet_seen: {
        name: 'Tampal kod',
        about: 'Satu baris di laman web anda memaparkan sembang. Ditanda sendiri apabila ia dibuka.',
        go: 'Ambil kod',
      },
      webhook: {
        name: 'Tetapkan webhook',
        about: 'Sistem anda sendiri dimaklumkan tentang setiap pesanan dan perbualan serta-merta.',
        go: 'Tetapkan webhook',
      },
    },
  },
})

const PATHS: Record<Step, string> = {
  products: '/catalogue/new',
  allowed_domain: '/website',
  snippet_seen: '/website',
  webhook: '/integrations/webhooks',
}
/** With so few left it may be put away. */
const FEW = 2

/** What is still to be set up; gone when it is done, or put away when most of it is. */
export function Checklist({ setup }: { setup: Setup }) {
  const words = useTexts()
  const [isHidden, hide] = useHidden()
  const steps = Object.keys(PATHS) as Step[]
  const open = steps.filter((step) => !setup[step])
  const mayHide = open.length <= FEW
  if (open.length === 0 || (isHidden && mayHide)) return null
  return (
    <Card
      title={words.title}
      about={words.done(steps.length - open.length, steps.length)}
      actions={mayHide && <IconButton icon="close" label={words.dismiss} onClick={hide} />}
    >
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunk">
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-150"
          style={{ width: `${((steps.length - open.length) / steps.length) * 100}%` }}
        />
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-2 empty:hidden">
        {steps
          .filter((step) => setup[step])
          .map((step) => (
            <li key={step} className="flex items-center gap-2 text-sm text-quiet">
              <Tick />
              {words.steps[step].name}
              <span className="sr-only">: {words.isDone}</span>
            </li>
          ))}
      </ul>
      <ol className="divide-y">
        {open.map((step) => (
          <li key={step} className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
            <Tick number={steps.indexOf(step) + 1} />
            <div className="min-w-0 grow basis-48">
              <p className="text-sm font-medium">{words.steps[step].name}</p>
              <p className="text-sm text-quiet">{words.steps[step].about}</p>
            </div>
            <Button look={step === open[0] ? 'primary' : 'plain'} asChild className="max-sm:w-full">
              <Link to={PATHS[step]}>{words.steps[step].go}</Link>
            </Button>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Its number until it is done. */
function Tick({ number }: { number?: number }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid size-7 shrink-0 place-items-center rounded-full text-xs font-semibold',
        number === undefined ? 'bg-good-soft text-good' : 'border border-edge text-quiet',
      )}
    >
      {number ?? <Icon name="check" size={16} />}
    </span>
  )
}

/** Put away in this browser, for this person. */
function useHidden(): [isHidden: boolean, hide: () => void] {
  const stored = `icebot.checklist-hidden.${useMe()?.id}`
  const [isHidden, setHidden] = useState(() => localStorage.getItem(stored) !== null)
  return [
    isHidden,
    () => {
      localStorage.setItem(stored, '1')
      setHidden(true)
    },
  ]
}
