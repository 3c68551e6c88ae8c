/** Where our shops are, first. */
const NEAR = [
  'Asia/Kuala_Lumpur',
  'Asia/Kuching',
  'Asia/Singapore',
  'Asia/Brunei',
  'Asia/Jakarta',
  'Asia/Bangkok',
]

/** Time zones to choose from; what is set is always among them. */
export function zoneOptions(current: string): [string, string][] {
  const all = new Set([...NEAR, current, ...Intl.supportedValuesOf('timeZone')])
  return [...all].map((zone) => [zone, zone.replaceAll('_', ' ')])
}
