import {
  getPlayMoment,
  listNotifications,
  type Notification,
  type NotificationKind,
  notificationKinds,
  notificationsShown,
  type PlayMoment,
  rivalsNamed,
} from '@stepledger/contracts/http/notifications.ts'
import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import type { PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import {
  type NotificationOf,
  playersNamedBy,
  type RefusedPlays,
  listNotifications as readNotifications,
} from '@stepledger/projections/notifications/reads.ts'
import { playById } from '@stepledger/projections/plays/reads.ts'
import { momentOfPlay, rivalsPassed } from '@stepledger/projections/records/plays-on-board.ts'
import { reasonText } from '@stepledger/projections/scoring/eligibility.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { serve } from '../../platform/http/serve.ts'
import type { QueryDeps } from '../deps.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { OwnQuestionOf, Page } from '../page.ts'
import type { ReadOwnPage, ServeOwnPage } from '../read-page.ts'
import { systemOfBoard } from '../system-of-board.ts'

/** Serves what happened to a player, and what a play of theirs achieved. */
export function serveNotifications(
  app: FastifyInstance,
  { readOwnPage, serveOwnPage }: { readonly readOwnPage: ReadOwnPage; readonly serveOwnPage: ServeOwnPage },
  { now, refusedPlaysOf }: Pick<QueryDeps, 'now' | 'refusedPlaysOf'>,
): void {
  serve(app, listNotifications, async ({ caller: { playerId: player }, query, request, reply }) => {
    const { leaderboard, kinds = notificationKinds } = query
    // Events may end later.
    const latest = now() + 1
    const before = query.before === undefined ? latest : Math.min(latest, Date.parse(query.before))
    const interval = { since: 0, before, limit: notificationsShown + 1 }
    const refused = kinds.includes('refused') ? await refusedPlaysOf(player, interval) : []
    return readOwnPage(request, reply, notificationsPage, { player, leaderboard, kinds, before, refused })
  })
  serveOwnPage(getPlayMoment, playMomentPage)
}

/** What a play of the caller achieved. Null for a play of another player, and for one that was withdrawn. */
const playMomentPage: Page<OwnQuestionOf<typeof getPlayMoment>, PlayMoment> = async (
  { generation },
  { id, player, leaderboard: requested },
) => {
  const play = await playById(generation, id)
  if (play?.player !== player || play.withdrawn_at !== null) return null
  const { id: system, name: leaderboard } = systemOfBoard(generation.rules, requested)
  const moment = await momentOfPlay(generation, { player, system }, play)
  const passed = moment ? await rivalsPassed(generation, { player, system }, [play]) : []
  return async ({ players: directory }) => {
    const named = passed.slice(0, rivalsNamed).map(({ rival }) => rival)
    const players = await directory.lookUp(named)
    const best = moment && {
      score: percentText(moment.hundredths),
      before: moment.before === null ? null : percentText(moment.before),
      rank: moment.rank,
      rankBefore: moment.rankBefore,
    }
    const rivals = named.map((rival) => nameOf(rival, players))
    const star = moment?.star ?? false
    return { answer: { playId: id, leaderboard, best, passed: passed.length, rivals, star }, tags: [] }
  }
}

interface Question {
  readonly player: string
  readonly leaderboard: string | undefined
  readonly kinds: readonly NotificationKind[]
  /** Ms since 1970. */
  readonly before: number
  readonly refused: readonly RefusedPlays[]
}

/** What happened to a player, newest first. */
const notificationsPage: Page<Question, z.input<typeof listNotifications.answer>> = async (
  { generation },
  { player, leaderboard, ...query },
) => {
  const {
    leaderboard: board,
    notifications,
    more,
    charts,
  } = await readNotifications(generation, player, {
    ...query,
    systemId: systemOfBoard(generation.rules, leaderboard).id,
    since: 0,
    limit: notificationsShown,
  })
  return async ({ players: directory }) => {
    const players = await directory.lookUp(playersNamedBy(notifications))
    const shown = notifications.flatMap((each) => shownAs(each, { rules: generation.rules, charts, players }))
    return { answer: { leaderboard: board, notifications: shown, more }, tags: [] }
  }
}

interface Names {
  readonly rules: Rules
  readonly charts: ReadonlyMap<string, ChartSummary>
  readonly players: ReadonlyMap<string, PublicPlayer>
}

/** Returns none for a player whose account was deleted. */
function shownAs(of: NotificationOf, { rules, charts, players }: Names): Notification[] {
  const at = isoOf(of.at)
  switch (of.kind) {
    case 'passed': {
      const chart = charts.get(of.chart)
      if (!chart || !players.has(of.rival)) return []
      const { kind, playId, hundredths, own } = of
      const scores = { score: percentText(hundredths), own: percentText(own) }
      return [{ kind, at, rival: nameOf(of.rival, players), chart, playId, ...scores }]
    }
    case 'follower':
      return players.has(of.player) ? [{ kind: of.kind, at, player: nameOf(of.player, players) }] : []
    case 'event':
    case 'place':
    case 'accepted':
    case 'refused':
      return [{ ...of, at }]
    case 'withdrawn': {
      const chart = charts.get(of.chart)
      const { kind, plays, reason } = of
      return chart ? [{ kind, at, chart, plays, reason }] : []
    }
    case 'play': {
      const chart = charts.get(of.chart)
      if (!chart) return []
      const reasons = of.reasons.map((code) => ({ code, text: reasonText(code, rules) }))
      const { kind, playId, late } = of
      return [{ kind, at, playId, chart, playedAt: isoOf(of.playedAt), late, reasons }]
    }
  }
}
