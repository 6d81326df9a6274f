import {
  type listNotifications,
  type Notification,
  type NotificationKind,
  notificationsShown,
} from '@stepledger/contracts/http/notifications.ts'
import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import type { PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { listNotifications as readNotifications } from '@stepledger/projections/notifications/list-notifications.ts'
import type { NotificationOf, RefusedPlays } from '@stepledger/projections/notifications/notification.ts'
import { playersNamedBy } from '@stepledger/projections/notifications/notification.ts'
import { reasonText } from '@stepledger/projections/scoring/eligibility.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { z } from 'zod'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'

interface Question {
  readonly player: string
  readonly leaderboard: string | undefined
  readonly kinds: readonly NotificationKind[]
  /** Ms since 1970. */
  readonly before: number
  readonly refused: readonly RefusedPlays[]
}

/** What happened to a player, newest first. */
export const notificationsPage: Page<Question, z.input<typeof listNotifications.answer>> = async (
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
