import type { CompetitionPhase } from './shapes/competition.ts'

/** How long a competition is announced after its end, ms. */
export const announcedAfterEnd = 14 * 86_400_000

interface Span {
  readonly phase: CompetitionPhase
  /** ms since 1970. */
  readonly start: number
  readonly end: number
}

/** The running competition, else one that ended lately, else the next one, else the last one; null without any. */
export function defaultCompetition<Event extends Span>(events: readonly Event[], now: number): Event | null {
  const byStart = events.toSorted((a, b) => a.start - b.start)
  const running = byStart.find(({ phase }) => phase === 'running')
  const next = byStart.find(({ phase }) => phase === 'before')
  const last = events.toSorted((a, b) => a.end - b.end).findLast(({ phase }) => phase === 'over')
  const isRecent = last !== undefined && now < last.end + announcedAfterEnd
  return running ?? (isRecent ? last : (next ?? last)) ?? null
}
