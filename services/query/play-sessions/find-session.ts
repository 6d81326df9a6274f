import { maxPlaysAround, sessionBreakMs } from '@stepledger/contracts/http/play-sessions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { type SessionAround, sessionAround } from '@stepledger/projections/plays/play-sessions.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'

/** With the limits of its page; null for an unknown play. */
export function findSession(generation: GenerationDb, playId: number): Promise<SessionAround | null> {
  return sessionAround(generation, playId, { breakMs: sessionBreakMs, maxPlays: maxPlaysAround })
}

interface Timed {
  /** The end of the play, ms since 1970. */
  readonly played_at: number
  readonly seconds: number
  readonly rows: number
}

/** Totals of the plays of a session, which are latest first. Times are ms since 1970. */
export function totalsOfSession(plays: readonly Timed[]) {
  const [last, first] = [itemAt(plays, 0), itemAt(plays, plays.length - 1)]
  const sum = (of: (play: Timed) => number) => plays.reduce((all, play) => all + of(play), 0)
  return {
    start: first.played_at - first.seconds * 1000,
    end: last.played_at,
    seconds: sum(({ seconds }) => seconds),
    steps: sum(({ rows }) => rows),
    plays: plays.length,
  }
}
