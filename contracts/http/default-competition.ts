import type { CompetitionPhase } from './shapes/competition.ts'

/** How long a competition is announced after its end, ms. */
export const announcedAfterEnd = 14 * 86_400_000

interface Span {
  readonly phase: CompetitionPhase
  /** ms since 1970. */
  readonly start: number
  readonly end: number
  readonly isOfSite: boolean
}

/**
 * Whether the site shows a listed competition to all of its players: it announced it, or has pinned it. One that it took
 * over from a player has words of players.
 */
export function isOfSite({
  owner,
  pinned,
  words,
}: {
  readonly owner: string | null
  readonly pinned: boolean
  readonly words: object | null
}): boolean {
  return pinned || (owner === null && words === null)
}

/**
 * The running competition of the site, else one that ended lately, else the next one, else the last one; null without any.
 */
export function defaultCompetition<Event extends Span>(all: readonly Event[], now: number): Event | null {
  const events = all.filter((event) => event.isOfSite)
  const byStart = events.toSorted((a, b) => a.start - b.start)
  const running = byStart.find(({ phase }) => phase === 'running')
  const next = byStart.find(({ phase }) => phase === 'before')
  const last = events.toSorted((a, b) => a.end - b.end).findLast(({ phase }) => phase === 'over')
  const isRecent = last !== undefined && now < last.end + announcedAfterEnd
  return running ?? (isRecent ? last : (next ?? last)) ?? null
}
