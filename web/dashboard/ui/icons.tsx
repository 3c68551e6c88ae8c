/** Drawn on a grid of 24 with one stroke, so that they sit together. */
const PATHS = {
  inbox: 'M4 13h4l1.5 3h5L16 13h4M4 13v5a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-5M4 13l3-8h10l3 8',
  orders: 'M6 7h12l1 13H5L6 7ZM9 10V6a3 3 0 0 1 6 0v4',
  calls: 'M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3Z',
  catalogue: 'M4 5h7v7H4zM13 5h7v7h-7zM4 14h7v5H4zM13 14h7v5h-7z',
  customers: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 20a8 8 0 0 1 16 0',
  agent:
    'M12 3v3M6 6h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2ZM9 11v2M15 11v2M9 21h6',
  website: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  webhook: 'M9 8a3 3 0 1 1 5 2l3 5M14 17a3 3 0 1 0 3-2M10 17H5M7 15a3 3 0 1 0 3 3M12 9l-3 6',
  key: 'M7.5 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 12h9.5v4M17.5 12v3',
  team: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14a6.5 6.5 0 0 1 3.5 6',
  credits:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM15 9a3 3 0 0 0-3-2c-2 0-3 1-3 2.5S10 12 12 12s3 1 3 2.5S14 17 12 17a3 3 0 0 1-3-2M12 5v2M12 17v2',
  audit: 'M7 3h10v18l-2.5-1.5L12 21l-2.5-1.5L7 21V3ZM10 8h4M10 12h4',
  overview: 'M4 20V10M10 20V4M16 20v-7M22 20H2',
  account:
    'M12 13a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM5.5 19a7 7 0 0 1 13 0M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20Z',
  settings:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM12 2v3M12 19v3M4.9 4.9 7 7M17 17l2.1 2.1M2 12h3M19 12h3M4.9 19.1 7 17M17 7l2.1-2.1',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM21 21l-5-5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5 10 17 19 7',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  send: 'M4 12 20 4l-5 16-3-7-8-1Z',
  note: 'M5 4h14v11l-5 5H5V4ZM19 15h-5v5',
  label: 'M3 12V4h8l10 10-8 8L3 12ZM7.5 8h.01',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  menu: 'M4 6h16M4 12h16M4 18h16',
  bell: 'M6 17V11a6 6 0 1 1 12 0v6l2 2H4l2-2ZM10 21h4',
  warning: 'M12 4 2.5 20h19L12 4ZM12 10v4M12 17h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5M12 8h.01',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  archive: 'M3 4h18v4H3zM5 8v12h14V8M10 12h4',
  edit: 'M4 20h4L19 9l-4-4L4 16v4ZM13 7l4 4',
  upload: 'M12 16V4M7 9l5-5 5 5M4 20h16',
  download: 'M12 4v12M7 11l5 5 5-5M4 20h16',
  refresh: 'M20 11a8 8 0 1 0-2.3 6.3M20 5v6h-6',
  undo: 'M9 4 4 9l5 5M4 9h10a5.5 5.5 0 0 1 0 11h-4',
  play: 'M7 4l13 8-13 8V4Z',
  pause: 'M8 5v14M16 5v14',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5 19 19M5 19l1.5-1.5M17.5 6.5 19 5',
  moon: 'M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10Z',
  signOut: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM5 20a7 7 0 0 1 14 0',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3 2',
  document: 'M6 3h8l5 5v13H6V3ZM14 3v5h5M9 13h7M9 17h7',
  filter: 'M4 5h16l-6 8v6l-4-2v-4L4 5Z',
  incoming: 'M18 6 7 17M15 17H7V9',
  outgoing: 'M6 18 17 7M9 7h8v8',
  barred: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM5.6 5.6l12.8 12.8',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M7 14h10',
  table: 'M4 5h16v14H4zM4 10h16M10 5v14',
  sound: 'M4 9v6h4l5 4V5L8 9H4ZM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
} as const

export type IconName = keyof typeof PATHS

/** Beside words it is decoration; alone it needs the name its button has. */
export function Icon({ name, size = 18, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className ?? ''}`}
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
