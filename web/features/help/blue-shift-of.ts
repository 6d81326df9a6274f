import type { EventSummary } from '@stepledger/contracts/http/shapes/event.ts'
import { isBlueShift } from '../../event/is-blue-shift.ts'

/** The Blue Shift event of the help page: the running one, else the next, else the last. `events`: latest first. */
export function blueShiftOf(events: readonly EventSummary[]): EventSummary | null {
  const known = events.filter(({ name }) => isBlueShift(name))
  return (
    known.find(({ phase }) => phase === 'running') ??
    known.findLast(({ phase }) => phase === 'before') ??
    known[0] ??
    null
  )
}
