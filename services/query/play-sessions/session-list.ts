import {
  type ListedSession,
  latestSessionsShown,
  playsOfLatestSessions,
  sessionBreakMs,
} from '@stepledger/contracts/http/play-sessions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { TimeZoneOf } from '@stepledger/contracts/players/player-directory.ts'
import { latestSessions } from '@stepledger/projections/plays/latest-sessions.ts'
import { expectFeature } from '../expect-feature.ts'
import { isoOf } from '../iso-of.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import { dayOfSession } from './day-of-session.ts'
import { totalsOfSession } from './find-session.ts'

interface Found {
  readonly id: string
  readonly sessions: readonly (ReturnType<typeof totalsOfSession> & { readonly playId: number })[]
}

/** The latest sessions of a player; null for an unknown one. */
export const sessionListPage = (
  timeZoneOf: TimeZoneOf,
): Page<string, Found, { sessions: ListedSession[] }> => ({
  async find({ generation }, id) {
    expectFeature(generation, 'records')
    const sessions = await latestSessions(generation, id, {
      breakMs: sessionBreakMs,
      sessions: latestSessionsShown,
      plays: playsOfLatestSessions,
    })
    return {
      id,
      sessions: sessions.map((plays) => ({ playId: itemAt(plays, 0).id, ...totalsOfSession(plays) })),
    }
  },

  async show({ id, sessions }, { players }) {
    if (!(await players.lookUp([id])).has(id)) return null
    const zone = await timeZoneOf(id)
    const shown = sessions.map(({ start, end, ...totals }) => ({
      day: dayOfSession(start, zone),
      startedAt: isoOf(start),
      endedAt: isoOf(end),
      ...totals,
    }))
    return { answer: { sessions: shown }, tags: [tag.name(id)] }
  },
})
