import { AlertDialog, Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { texts } from '../i18n.ts'
import { Button, type ButtonProps, IconButton } from './button.tsx'

const useTexts = texts({
  en: { close: 'Close', cancel: 'Cancel' },
  ms: { close: 'Tutup', cancel: 'Batal' },
})

const SCRIM = 'fixed inset-0 z-40 bg-scrim'
const SHEET =
  'fixed z-50 grid max-h-[92dvh] w-full gap-4 overflow-y-auto bg-raised p-5 shadow-md animate-appear inset-x-0 bottom-0 rounded-t-md sm:inset-auto sm:left-1/2 sm:top-1/2 sm:max-w-lg sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-md'

/** One thing to do, over the page; on a phone it comes from below. */
export function Dialog({
  open,
  onOpenChange,
  title,
  about,
  wide,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  about?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  const words = useTexts()
  const goBack = useWayBack(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          onCloseAutoFocus={goBack}
          className={wide ? SHEET.replace('sm:max-w-lg', 'sm:max-w-3xl') : SHEET}
          {...(about ? {} : { 'aria-describedby': undefined })}
        >
          <div className="flex items-start justify-between gap-4">
            <div>
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {about && <Radix.Description className="mt-1 text-sm text-quiet">{about}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton icon="close" label={words.close} className="-mr-2 -mt-1" />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** To where the focus was before it opened; a dialog without a trigger of its own would forget it. */
export function useWayBack(isOpen: boolean): (event: Event) => void {
  const [wasOpen, setWasOpen] = useState(false)
  const [from, setFrom] = useState<Element | null>(null)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setFrom(document.activeElement)
  }
  return (event) => {
    event.preventDefault()
    // Who has gone elsewhere from it is led there.
    if (document.activeElement === document.body && from instanceof HTMLElement) from.focus()
  }
}

/** The last row of a dialog: what to do, with the way out beside it. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2 pt-1">{children}</div>
}

/** A button whose deed cannot be undone: it asks first, and says what will happen. */
export function ConfirmButton({
  title,
  about,
  confirm,
  keep,
  onConfirm,
  busy,
  ...button
}: Omit<ButtonProps, 'onClick' | 'title' | 'about'> & {
  title: string
  about: ReactNode
  confirm: string
  /** The way out, where "Cancel" could be mistaken for the deed itself. */
  keep?: string
  onConfirm: () => void
}) {
  const [open, setOpen] = useState(false)
  const words = useTexts()
  return (
    <AlertDialog.Root open={open} onOpenChange={setOpen}>
      <AlertDialog.Trigger asChild>
        <Button {...button} busy={busy ?? false} />
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={SCRIM} />
        <AlertDialog.Content className={SHEET}>
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="text-sm text-quiet">{about}</div>
          </AlertDialog.Description>
          <DialogActions>
            <Button onClick={() => setOpen(false)}>{keep ?? words.cancel}</Button>
            <Button
              look="danger"
              onClick={() => {
                setOpen(false)
                onConfirm()
              }}
            >
              {confirm}
            </Button>
          </DialogActions>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
