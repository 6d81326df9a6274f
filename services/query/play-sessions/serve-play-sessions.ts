import {
  getPlaySession,
  getRivalsPassed,
  listPlaySessions,
  listSessionCompetitions,
  playsOfLatestSessions,
  sessionBreakMs,
} from '@stepledger/contracts/http/play-sessions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { TimeZoneOf } from '@stepledger/contracts/players/player-directory.ts'
import { latestSessions } from '@stepledger/projections/plays/play-sessions.ts'
import { rivalsPassed } from '@stepledger/projections/records/plays-on-board.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { z } from 'zod'
import { sessionCompetitionsPage } from '../competitions/competitions-of-session.ts'
import type { QueryDeps } from '../deps.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { OwnQuestionOf, Page, QuestionOf } from '../page.ts'
import type { ServeOwnPage, ServePage } from '../read-page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { tag } from '../tags.ts'
import { dayOfSession } from './day-of-session.ts'
import { findSession, sessionPage, totalsOfSession } from './session-page.ts'

export function servePlaySessions(
  servePage: ServePage,
  serveOwnPage: ServeOwnPage,
  { timeZoneOf, positionOfPlay }: Pick<QueryDeps, 'timeZoneOf' | 'positionOfPlay'>,
): void {
  servePage(getPlaySession, {
    page: sessionPage(timeZoneOf),
    about: ({ id }) => tag.play(id),
    missing: 'Session not found',
    positionOf: ({ id }) => positionOfPlay(id),
  })
  servePage(listPlaySessions, {
    page: sessionListPage(timeZoneOf),
    about: ({ id }) => tag.player(id),
    missing: 'User not found',
  })
  serveOwnPage(getRivalsPassed, rivalsPassedPage)
  serveOwnPage(listSessionCompetitions, sessionCompetitionsPage)
}

/**
 * The rivals that the caller passed in an own session; none in a session of another player, whose rivals are
 * private. Null for an unknown play.
 */
const rivalsPassedPage: Page<
  OwnQuestionOf<typeof getRivalsPassed>,
  z.input<typeof getRivalsPassed.answer>
> = async ({ generation }, { id, leaderboard, player }) => {
  const session = await findSession(generation, id)
  if (!session) return null
  const system = systemOfBoard(generation.rules, leaderboard)
  const counting = session.plays.filter(({ eligible }) => eligible)
  const passed =
    session.player === player ? await rivalsPassed(generation, { player, system: system.id }, counting) : []
  return async ({ players }) => {
    const known = await players.lookUp([...new Set(passed.map(({ rival }) => rival))])
    const shown = passed.map(({ playId, rival, hundredths, rivalHundredths }) => ({
      playId,
      rival: nameOf(rival, known),
      score: percentText(hundredths),
      rivalScore: percentText(rivalHundredths),
    }))
    return { answer: { leaderboard: system.name, passed: shown }, tags: [] }
  }
}

/** The latest sessions of a player; null for an unknown one. */
function sessionListPage(
  timeZoneOf: TimeZoneOf,
): Page<QuestionOf<typeof listPlaySessions>, z.input<typeof listPlaySessions.answer>> {
  return async ({ generation }, { id, before, limit }) => {
    const sessions = await latestSessions(generation, id, {
      breakMs: sessionBreakMs,
      sessions: limit,
      plays: playsOfLatestSessions,
      before: before === undefined ? undefined : Date.parse(before),
    })
    const last = sessions.at(-1)
    const earlier =
      last &&
      (await latestSessions(generation, id, {
        breakMs: sessionBreakMs,
        sessions: 1,
        plays: 1,
        before: totalsOfSession(last).start,
      }))
    return async ({ players }) => {
      const known = await players.lookUp([id])
      if (!known.has(id)) return null
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
      const more = earlier !== undefined && earlier.length > 0
      return { answer: { user: nameOf(id, known), sessions: shown, more }, tags: [tag.name(id)] }
    }
  }
}
