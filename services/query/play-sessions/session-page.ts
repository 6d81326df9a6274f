import {
  type getPlaySession,
  maxMoments,
  maxPlaysAround,
  maxReachedMilestones,
  type SessionPage,
  type ReachedMilestone as ShownMilestone,
  sessionBreakMs,
} from '@stepledger/contracts/http/play-sessions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { TimeZoneOf } from '@stepledger/contracts/players/player-directory.ts'
import { summariesOf } from '@stepledger/projections/catalogue/reads.ts'
import { recentPlaysById } from '@stepledger/projections/catalogue/recent-plays.ts'
import { milestonesOf, type ReachedMilestone } from '@stepledger/projections/milestones/milestones.ts'
import { type SessionAround, sessionAround } from '@stepledger/projections/plays/play-sessions.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { playsOnBoard } from '@stepledger/projections/records/plays-on-board.ts'
import { differenceText } from '@stepledger/projections/scoring/percent-text.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { tag } from '../tags.ts'
import { dayOfSession } from './day-of-session.ts'
import { isBest, momentsOf } from './moments.ts'

/** The session of which a play is part; null for an unknown play. */
export function sessionPage(timeZoneOf: TimeZoneOf): Page<QuestionOf<typeof getPlaySession>, SessionPage> {
  return async ({ generation }, { id, leaderboard: requested }) => {
    const session = await findSession(generation, id)
    if (!session) return null
    const { player, plays, previous, next, whole } = session
    const { id: system, name: leaderboard } = systemOfBoard(generation.rules, requested)
    const ids = plays.map((play) => play.id)
    const recentPlays = await recentPlaysById(generation, ids)
    const recent = new Map(recentPlays.map((play) => [play.playId, play]))
    const inSession = new Set(ids)
    const charts = [...new Set(plays.map(({ chart }) => chart))]
    const reached = (await milestonesOf(generation, player, { among: charts }))
      .filter(({ reached: { playId } }) => inSession.has(playId))
      .slice(0, maxReachedMilestones)
    /** Of the plays that count. */
    const onBoard = await playsOnBoard(generation, { player, system }, ids)
    const milestones = await describeMilestones(generation, reached)
    return async ({ players }) => {
      const known = await players.lookUp([player])
      if (!known.has(player)) return null
      const { start, end, ...totals } = totalsOfSession(plays)
      const meant = plays.map((play) => ({
        playId: play.id,
        chart: play.chart,
        onBoard: onBoard.get(play.id) ?? null,
      }))
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
          data: plays.flatMap(({ id: playId, passed, statistics }) => {
            const play = recent.get(playId)
            const on = onBoard.get(playId)
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
    }
  }
}

/** Adds names, and the charts of the plays. */
async function describeMilestones(
  generation: GenerationDb,
  reached: readonly ReachedMilestone[],
): Promise<ShownMilestone[]> {
  const names = new Map(generation.rules.milestones.map(({ id, name }) => [id, name]))
  const packs = await packNames(
    generation,
    reached.flatMap(({ pack }) => pack ?? []),
  )
  const chartOf = await chartsOfPlays(
    generation,
    reached.map(({ reached: { playId } }) => playId),
  )
  const charts = await summariesOf(generation, [...new Set(chartOf.values())])
  return reached.flatMap(({ id, meter, pack, reached: { playId, playedAt } }) => {
    const chart = charts.get(chartOf.get(playId) ?? '')
    if (!chart) return []
    return [
      {
        id,
        name: names.get(id) ?? id,
        meter,
        pack: pack === null ? null : { id: pack, name: packs.get(pack) ?? '' },
        playId,
        chart,
        createdAt: isoOf(playedAt),
      },
    ]
  })
}

async function packNames({ db }: GenerationDb, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('packs')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function chartsOfPlays({ db }: GenerationDb, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('plays')
    .select(['id', 'chart'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, chart }) => [id, chart]))
}

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
