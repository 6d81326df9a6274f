import type { listPlaySessions } from '@stepledger/contracts/http/play-sessions.ts'
import {
  latestSessionsShown,
  playsOfLatestSessions,
  sessionBreakMs,
} from '@stepledger/contracts/http/play-sessions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { TimeZoneOf } from '@stepledger/contracts/players/player-directory.ts'
import { latestSessions } from '@stepledger/projections/plays/latest-sessions.ts'
import type { z } from 'zod'
import { isoOf } from '../iso-of.ts'
import type { Page, QuestionOf } from '../page.ts'
import { tag } from '../tags.ts'
import { dayOfSession } from './day-of-session.ts'
import { totalsOfSession } from './find-session.ts'

/** The latest sessions of a player; null for an unknown one. */
export function sessionListPage(
  timeZoneOf: TimeZoneOf,
): Page<QuestionOf<typeof listPlaySessions>, z.input<typeof listPlaySessions.answer>> {
  return async ({ generation }, { id }) => {
    const sessions = await latestSessions(generation, id, {
      breakMs: sessionBreakMs,
      sessions: latestSessionsShown,
      plays: playsOfLatestSessions,
    })
    return async ({ players }) => {
      if (!(await players.lookUp([id])).has(id)) return null
      const zone = await timeZoneOf(id)
      const shown = sessions.map((plays) => {
        const { start, end, ...totals } = totalsOfSession(plays)
        return {
          day: dayOfSession(start, zone),
          startedAt: isoOf(start),
          endedAt: isoOf(end),
          playId: itemAt(plays, 0).id,
          ...totals,
        }
      })
      return { answer: { sessions: shown }, tags: [tag.name(id)] }
    }
  }
}
