import { useBlocker } from '@tanstack/react-router'
import { hasLeft } from '../app/sign-out.ts'
import { useTellUnsaved } from '../app/unsaved.ts'
import { texts } from '../i18n.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { Icon } from './icons.tsx'
import { useErrorText } from './states.tsx'

const useTexts = texts({
  en: {
    unsaved: 'Unsaved changes',
    save: 'Save',
    discard: 'Discard',
    leave: 'Leave without saving?',
    about: 'What you changed on this page is not saved yet.',
    stay: 'Stay here',
    go: 'Leave without saving',
  },
  ms: {
    unsaved: 'Perubahan belum disimpan',
    save: 'Simpan',
    discard: 'Buang',
    leave: 'Keluar tanpa menyimpan?',
    about: 'Perubahan anda di halaman ini belum disimpan.',
    stay: 'Kekal di sini',
    go: 'Keluar tanpa menyimpan',
  },
})

/** Comes up in a form when something was changed; whoever leaves with it unsaved is asked. */
export function SaveBar({
  isDirty,
  canSave = true,
  busy,
  error,
  onDiscard,
}: {
  isDirty: boolean
  canSave?: boolean
  busy: boolean
  error: unknown
  onDiscard: () => void
}) {
  const words = useTexts()
  const say = useErrorText()
  return (
    <>
      <LeaveGuard isDirty={isDirty} />
      {isDirty && (
        <section
          aria-label={words.unsaved}
          className="sticky bottom-18 z-20 flex flex-wrap items-center gap-2 rounded-md border bg-raised p-2 pl-4 shadow-md animate-appear lg:bottom-4"
        >
          <p className="flex grow items-center gap-2 text-sm" role={error ? 'alert' : 'status'}>
            {Boolean(error) && <Icon name="warning" className="text-alarm" />}
            <span className={error ? 'text-alarm' : ''}>{error ? say(error) : words.unsaved}</span>
          </p>
          <Button look="quiet" onClick={onDiscard} disabled={busy}>
            {words.discard}
          </Button>
          <Button look="primary" type="submit" busy={busy} disabled={!canSave}>
            {words.save}
          </Button>
        </section>
      )}
    </>
  )
}

/** Asks who leaves with something unsaved. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const words = useTexts()
  useTellUnsaved(isDirty)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: () => isDirty && !hasLeft(),
    withResolver: true,
  })
  return (
    <Dialog
      open={status === 'blocked'}
      onOpenChange={(open) => !open && reset?.()}
      title={words.leave}
      about={words.about}
    >
      <DialogActions>
        <Button onClick={() => reset?.()}>{words.stay}</Button>
        <Button look="danger" onClick={() => proceed?.()}>
          {words.go}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
