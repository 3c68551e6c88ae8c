/** The mark: a speech bubble cut from ice. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="9" className="fill-accent" />
      <path
        d="M9 12.5A3.5 3.5 0 0 1 12.5 9h7a3.5 3.5 0 0 1 3.5 3.5v4a3.5 3.5 0 0 1-3.5 3.5H16l-4.5 3.5V20A3.5 3.5 0 0 1 9 16.5z"
        className="fill-on-accent"
      />
    </svg>
  )
}
