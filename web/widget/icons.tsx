/** Drawn here, because a page may allow no image at all. */
const icon = (path: string) => () => (
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
    <path
      d={path}
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
)

export const ChatIcon = icon(
  'M12 20.5c4.97 0 9-3.58 9-8s-4.03-8-9-8-9 3.58-9 8c0 1.9.75 3.66 2 5.03L4.2 21l4.06-1.3c1.14.51 2.4.8 3.74.8ZM8.5 12.5h.01M12 12.5h.01M15.5 12.5h.01',
)
export const DownIcon = icon('m6 9.5 6 6 6-6')
export const CloseIcon = icon('m6.5 6.5 11 11m0-11-11 11')
export const SendIcon = icon('M12 19V5.5m-6 6 6-6 6 6')
export const TalkIcon = icon(
  'M12 14.5a3 3 0 0 0 3-3v-5a3 3 0 0 0-6 0v5a3 3 0 0 0 3 3Zm6.5-3a6.5 6.5 0 0 1-13 0M12 18v3',
)
export const ClockIcon = icon('M12 7v5l3.25 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z')
export const TickIcon = icon('m5 12.5 4.5 4.5L19 7.5')
export const AlarmIcon = icon('M12 8v4.75M12 16h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z')
export const OutIcon = icon('M10 6.5H6.5v11h11V14m-4.25-7.5h4.25v4.25M17 7l-6.25 6.25')
