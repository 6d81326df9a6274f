import { maxReachedMilestones } from '@stepledger/contracts/http/milestones.ts'
import { maxMoments, type SessionPage } from '@stepledger/contracts/http/play-sessions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { TimeZoneOf } from '@stepledger/contracts/players/player-directory.ts'
import { milestonesOf } from '@stepledger/projections/milestones/milestones-of.ts'
import { type RecentPlayOf, recentPlaysById } from '@stepledger/projections/plays/reads.ts'
import type { SessionAround } from '@stepledger/projections/plays/session-around.ts'
import { type PlayOnBoard, playsOnBoard } from '@stepledger/projections/records/plays-on-board.ts'
import { differenceText } from '@stepledger/projections/scoring/percent-text.ts'
import { expectFeature } from '../expect-feature.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { describeMilestones } from '../players/describe-milestones.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { tag } from '../tags.ts'
import { dayOfSession } from './day-of-session.ts'
import { findSession, totalsOfSession } from './find-session.ts'
import { isBest, momentsOf } from './moments.ts'

export interface SessionQuestion {
  readonly id: number
  readonly leaderboard?: string | undefined
}

export interface SessionFound {
  readonly session: SessionAround
  readonly leaderboard: string
  readonly recent: ReadonlyMap<number, RecentPlayOf>
  /** Of the plays that count. */
  readonly onBoard: ReadonlyMap<number, PlayOnBoard>
  readonly milestones: SessionPage['milestones']
}

/** The session of which a play is part; null for an unknown play. */
export const sessionPage = (timeZoneOf: TimeZoneOf): Page<SessionQuestion, SessionFound, SessionPage> => ({
  async find({ generation }, { id, leaderboard }) {
    expectFeature(generation, 'records')
    const session = await findSession(generation, id)
    if (!session) return null
    const system = systemOfBoard(generation.rules, leaderboard)
    const ids = session.plays.map((play) => play.id)
    const recent = await recentPlaysById(generation, ids)
    const inSession = new Set(ids)
    const among = [...new Set(session.plays.map(({ chart }) => chart))]
    const reached = (await milestonesOf(generation, session.player, { among })).reached
      .filter(({ reached: { playId } }) => inSession.has(playId))
      .slice(0, maxReachedMilestones)
    return {
      session,
      leaderboard: system.name,
      recent: new Map(recent.map((play) => [play.playId, play])),
      onBoard: await playsOnBoard(generation, { player: session.player, system: system.id }, ids),
      milestones: (await describeMilestones(generation, { reached, next: [] })).reached,
    }
  },

  async show({ session, leaderboard, recent, onBoard, milestones }, { players }) {
    const { player, plays, previous, next, whole } = session
    const known = await players.lookUp([player])
    if (!known.has(player)) return null
    const { start, end, ...totals } = totalsOfSession(plays)
    const meant = plays.map(({ id, chart }) => ({ playId: id, chart, onBoard: onBoard.get(id) ?? null }))
    const charts = [...new Set(plays.map(({ chart }) => chart))]
    return {
      answer: {
        user: nameOf(player, known),
        day: dayOfSession(start, await timeZoneOf(player)),
        startedAt: isoOf(start),
        endedAt: isoOf(end),
        ...totals,
        charts: charts.length,
        failed: plays.filter(({ passed }) => passed === false).length,
        leaderboard,
        bests: meant.filter(isBest).length,
        moments: momentsOf(meant, maxMoments).map(({ playId }) => playId),
        milestones,
        data: plays.flatMap(({ id, passed, statistics }) => {
          const play = recent.get(id)
          const on = onBoard.get(id)
          if (!play) return []
          const { player: _, ...shown } = play
          const change = on && on.change !== null ? differenceText(on.change) : null
          return {
            ...shown,
            passed,
            meanAbsolute: statistics && itemAt(statistics, 0),
            onBoard: on ? { rank: on.rank, change } : null,
          }
        }),
        previous,
        next,
        whole,
      },
      // Others may take the places of these plays. Packs decide which milestones are reached.
      tags: [
        tag.player(player),
        tag.name(player),
        tag.packs,
        ...charts.flatMap((hash) => [tag.chart(hash), tag.title(hash)]),
      ],
    }
  },
})
