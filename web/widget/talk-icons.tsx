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

export const MutedIcon = icon(
  'M9 9.5v2a3 3 0 0 0 5.1 2.15M15 11V6.5a3 3 0 0 0-5.9-.75M18.5 11.5c0 1-.2 1.9-.6 2.7M5.5 11.5a6.5 6.5 0 0 0 10 5.5M12 18v3M4 4l16 16',
)
export const SpeakerIcon = icon(
  'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4Zm12 -1.25a5 5 0 0 1 0 7.5M18.75 5.5a9 9 0 0 1 0 13',
)
export const SilentIcon = icon('M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4Zm12.5 .5 4 4m0-4-4 4')
