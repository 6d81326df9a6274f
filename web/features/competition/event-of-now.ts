import type { CompetitionSummary } from '@stepledger/contracts/http/shapes/competition.ts'

/** How long an event that is over comes before the next one, ms. */
const shownAfterEndMs = 14 * 86_400_000

type Times = Pick<CompetitionSummary, 'slug' | 'phase' | 'start' | 'end'>

/** The running event, else one that ended lately, else the next, else the last one; null without any. */
export function eventOfNow<Event extends Times>(events: readonly Event[], now = Date.now()): Event | null {
  const byStart = [...events].sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
  const last = byStart.findLast(({ phase }) => phase === 'over')
  const next = byStart.find(({ phase }) => phase === 'before')
  const running = byStart.find(({ phase }) => phase === 'running')
  const isRecent = last !== undefined && now < Date.parse(last.end) + shownAfterEndMs
  return running ?? (isRecent ? last : (next ?? last)) ?? null
}
