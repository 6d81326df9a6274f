import type { NotificationKind } from '@stepledger/contracts/http/notifications.ts'
import type { BoardReason } from '@stepledger/contracts/http/shapes/score.ts'
import { sql } from 'kysely'
import { hundredthsOf } from '../boards/rank-key.ts'
import { isHeldBack, lateAfterMs } from '../plays/tables.ts'
import type { GenerationDb } from '../read-database.ts'
import { type EventPlace, eventPlacesOf } from './event-places.ts'

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
  | {
      readonly kind: 'play'
      readonly at: number
      readonly playId: number
      readonly chart: string
      readonly playedAt: number
      readonly late: boolean
      readonly reasons: readonly BoardReason['code'][]
    }

export interface NotificationsQuery {
  readonly player: string
  /** The scoring system of the board. */
  readonly system: { readonly id: number; readonly name: string }
  readonly kinds: readonly NotificationKind[]
  /** Of the interval from `since` to before `before`, ms since 1970. */
  readonly since: number
  readonly before: number
}

/**
 * Returns the latest notifications of a player, newest first: at least `limit` if available, and all of the
 * last one's time, so that a list can continue from there. `more`: older ones exist. Each kind is one index range,
 * those of events a few lookups for each competition.
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
  play: heldBackPlaysOf,
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
