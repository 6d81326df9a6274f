import type { NotificationKind } from '@stepledger/contracts/http/notifications.ts'
import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import type { BoardReason } from '@stepledger/contracts/http/shapes/score.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { sql } from 'kysely'
import { summariesOf } from '../catalogue/reads.ts'
import { isHeldBack, lateAfterMs } from '../plays/tables.ts'
import { hundredthsOf } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'
import {
  type Acceptance,
  acceptancesIn,
  type EventPlace,
  eventPlacesOf,
  type LostPlace,
  lostPlacesOf,
} from './event-places.ts'

/** A notification with ids in place of names. Times in ms since 1970, scores in hundredths of a percent. */
export type NotificationOf =
  | {
      readonly kind: 'passed'
      readonly at: number
      readonly rival: string
      readonly chart: string
      readonly playId: number
      readonly hundredths: number
      readonly own: number
    }
  | { readonly kind: 'follower'; readonly at: number; readonly player: string }
  | EventPlace
  | LostPlace
  | Acceptance
  | {
      readonly kind: 'play'
      readonly at: number
      readonly playId: number
      readonly chart: string
      readonly playedAt: number
      readonly late: boolean
      readonly reasons: readonly BoardReason['code'][]
    }
  | {
      readonly kind: 'withdrawn'
      readonly at: number
      /** One of the plays, and their number. */
      readonly playId: number
      readonly chart: string
      readonly plays: number
      readonly reason: string | null
    }
  | RefusedPlays

/**
 * Plays that were refused with a valid API key on one day (UTC), for one reason. They are not in the ledger: the caller
 * of `notificationsOf` reads them elsewhere.
 */
export interface RefusedPlays {
  readonly kind: 'refused'
  /** The last one. */
  readonly at: number
  /** The first characters of the API key. */
  readonly key: string
  readonly plays: number
  /** The last error message, and the game and module that sent it, if known. */
  readonly reason: string
  readonly client: string | null
}

/** From `since` to before `before`, ms since 1970; at least `limit` of them, if available. */
export interface ListedInterval {
  readonly since: number
  readonly before: number
  readonly limit: number
}

/** Latest first. */
export type RefusedPlaysOf = (player: string, interval: ListedInterval) => Promise<readonly RefusedPlays[]>

export function playersNamedBy(notifications: readonly NotificationOf[]): string[] {
  const ids = notifications.flatMap((each) =>
    each.kind === 'passed' ? [each.rival] : each.kind === 'follower' ? [each.player] : [],
  )
  return [...new Set(ids)]
}

/** A list of notifications with the charts that it names. `more`: older ones exist. */
export interface ListedNotifications {
  readonly leaderboard: string
  readonly notifications: readonly NotificationOf[]
  readonly more: boolean
  readonly charts: ReadonlyMap<string, ChartSummary>
}

interface ListQuery extends ListedInterval {
  /** The scoring system of the board; null or unknown: the first. */
  readonly systemId: number | null
  readonly kinds: readonly NotificationKind[]
  readonly refused: readonly RefusedPlays[]
}

export async function listNotifications(
  generation: GenerationDb,
  player: string,
  { systemId, limit, ...query }: ListQuery,
): Promise<ListedNotifications> {
  const system = systemById(generation.rules, systemId)
  const { notifications, more } = await notificationsOf(generation, { player, system, ...query }, limit)
  const hashes = notifications.flatMap((each) => ('chart' in each ? [each.chart] : []))
  const charts = await summariesOf(generation, [...new Set(hashes)])
  return { leaderboard: system.name, notifications, more, charts }
}

function systemById({ systems }: Rules, id: number | null) {
  return systems.find((system) => system.id === id) ?? itemAt(systems, 0)
}

interface NotificationsQuery extends Omit<ListedInterval, 'limit'> {
  readonly player: string
  /** The scoring system of the board. */
  readonly system: { readonly id: number; readonly name: string }
  readonly kinds: readonly NotificationKind[]
  /** Refused plays of the interval. */
  readonly refused: readonly RefusedPlays[]
}

/**
 * Returns the latest notifications of a player, newest first: at least `limit` if available, and all of the
 * last one's time, so that a list can continue from there. `more`: older ones exist. Each kind is one index range,
 * those of events a few lookups for each competition; of withdrawn plays it is the range of all that operators withdrew.
 */
export async function notificationsOf(
  generation: GenerationDb,
  query: NotificationsQuery,
  limit: number,
): Promise<{ notifications: NotificationOf[]; more: boolean }> {
  const found: NotificationOf[] = []
  // In sequence, because a snapshot has one connection.
  for (const kind of query.kinds) found.push(...(await reads[kind](generation, query, limit + 1)))
  const sorted = found.sort((a, b) => b.at - a.at || idOf(b) - idOf(a))
  const last = sorted[limit - 1]
  const notifications = last ? sorted.filter(({ at }) => at >= last.at) : sorted
  return { notifications, more: sorted.length > notifications.length }
}

/** Orders notifications of the same time. */
function idOf(of: NotificationOf): number {
  return 'playId' in of ? of.playId : 0
}

/** Returns at least `limit` rows if available, including all with the time of the last one. */
type Read = (
  generation: GenerationDb,
  query: NotificationsQuery,
  limit: number,
) => Promise<readonly NotificationOf[]>

const reads: Readonly<Record<NotificationKind, Read>> = {
  passed: passingsOf,
  follower: followersOf,
  event: eventPlacesOf,
  place: lostPlacesOf,
  accepted: acceptancesIn,
  play: heldBackPlaysOf,
  withdrawn: withdrawnPlaysOf,
  refused: async (_, { refused }) => refused,
}

async function passingsOf(
  { db }: GenerationDb,
  { player, system, since, before }: NotificationsQuery,
  limit: number,
): Promise<NotificationOf[]> {
  const rows = await db
    .selectFrom('passings')
    .select(['at', 'rival', 'chart', 'play_id', 'key', 'own_key'])
    .where('player', '=', player)
    .where('system', '=', system.id)
    .where('at', '>=', since)
    .where('at', '<', before)
    .orderBy('at', 'desc')
    .fetch(limit, 'with ties')
    .execute()
  return rows.map(({ play_id, key, own_key, ...row }) => ({
    kind: 'passed',
    ...row,
    playId: play_id,
    hundredths: hundredthsOf(key),
    own: hundredthsOf(own_key),
  }))
}

async function followersOf(
  { db }: GenerationDb,
  { player, since, before }: NotificationsQuery,
  limit: number,
): Promise<NotificationOf[]> {
  const rows = await db
    .selectFrom('rivals')
    .select(['player', 'since'])
    .where('rival', '=', player)
    .where('since', '>=', since)
    .where('since', '<', before)
    .orderBy('since', 'desc')
    .fetch(limit, 'with ties')
    .execute()
  return rows.map((row) => ({ kind: 'follower', at: row.since, player: row.player }))
}

async function heldBackPlaysOf(
  { db }: GenerationDb,
  { player, since, before }: NotificationsQuery,
  limit: number,
): Promise<NotificationOf[]> {
  const rows = await db
    .selectFrom('plays')
    .select(['id', 'chart', 'at', 'played_at', 'reasons'])
    .where('player', '=', player)
    .where(sql<boolean>`${sql.raw(isHeldBack)}`)
    .where('at', '>=', since)
    .where('at', '<', before)
    .orderBy('at', 'desc')
    .fetch(limit, 'with ties')
    .execute()
  return rows.map(({ id, chart, at, played_at, reasons }) => ({
    kind: 'play',
    at,
    playId: id,
    chart,
    playedAt: played_at,
    late: at - played_at > lateAfterMs,
    reasons,
  }))
}

/**
 * Plays that an operator withdrew. Those of one wipe, and those withdrawn permanently on one day (UTC) for one reason, are
 * one row, which has the time of the last of them.
 */
async function withdrawnPlaysOf(
  generation: GenerationDb,
  { player, since, before }: NotificationsQuery,
  limit: number,
): Promise<NotificationOf[]> {
  const plays = generation.table('plays')
  const { rows } = await sql<{
    at: number
    playId: number
    chart: string
    plays: number
    reason: string | null
  }>`
    select withdrawals.*, p.chart
    from (
      select max(id) as "playId", max(withdrawn_at) as at, count(*)::integer as plays, withdrawal_reason as reason
      from ${plays} where player = ${player} and withdrawn_by = 'operator'
      group by wipe, withdrawal_reason, case when wipe is null then withdrawn_at / 86400000 end
      having max(withdrawn_at) >= ${since} and max(withdrawn_at) < ${before}
      order by at desc fetch first (${limit}::integer) rows with ties
    ) withdrawals
    join ${plays} p on p.id = withdrawals."playId"`.execute(generation.db)
  return rows.map((row) => ({ kind: 'withdrawn', ...row }))
}
