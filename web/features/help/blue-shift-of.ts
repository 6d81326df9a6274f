import type { EventSummary } from '@stepledger/contracts/http/shapes/event.ts'

/** Of several events, the latest first, the one that help tells of: Blue Shift that is on, else the next, else the last. */
export function blueShiftOf(events: readonly EventSummary[]): EventSummary | null {
  const known = events.filter(({ name }) => /^blue shift\b/i.test(name))
  return (
    known.find(({ phase }) => phase === 'running') ??
    known.findLast(({ phase }) => phase === 'before') ??
    known[0] ??
    null
  )
}
