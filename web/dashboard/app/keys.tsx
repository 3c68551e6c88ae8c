import { keyNames } from './shortcuts.ts'

/** Keys as they look on a keyboard; not where there is none. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="flex shrink-0 items-center gap-1 pointer-coarse:hidden">
      {keyNames(keys).map((name) => (
        <kbd
          key={name}
          className="grid h-5 min-w-5 place-items-center rounded-sm border bg-card px-1 font-sans text-xs text-quiet"
        >
          {name}
        </kbd>
      ))}
    </span>
  )
}
