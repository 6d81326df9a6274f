import type { EventSummary } from '@stepledger/contracts/http/shapes/event.ts'
import { isBlueShift } from '../../event/is-blue-shift.ts'

/**
 * Of several events, the latest first, the one that help tells of: Blue Shift that is on, else the next, else the last.
 */
export function blueShiftOf(events: readonly EventSummary[]): EventSummary | null {
  const known = events.filter(({ name }) => isBlueShift(name))
  return (
    known.find(({ phase }) => phase === 'running') ??
    known.findLast(({ phase }) => phase === 'before') ??
    known[0] ??
    null
  )
}
