import { money } from '../ui/format.tsx'

/** The API tells orders in ringgit. */
export function ringgit(amount: number): string {
  return money(toSen(amount))
}

export function toSen(amount: number): number {
  return Math.round(amount * 100)
}
