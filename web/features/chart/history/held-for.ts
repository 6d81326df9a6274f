import { counted } from '../../../ui/count-text.ts'

const minute = 60_000
const units = [
  { ms: 1440 * minute, one: 'day' },
  { ms: 60 * minute, one: 'hour' },
  { ms: minute, one: 'minute' },
] as const

/** How long a place was held, in the largest unit: "37 days", "1 hour", "under a minute". */
export function heldFor(ms: number): string {
  const unit = units.find((each) => ms >= each.ms)
  if (!unit) return 'under a minute'
  return counted(Math.floor(ms / unit.ms), unit.one)
}
