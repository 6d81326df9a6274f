import { itemAt } from '@stepledger/contracts/item-at.ts'
import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import type { PlayRow } from './tables.ts'

const columns = [
  'id',
  'player',
  'chart',
  'at',
  'played_at',
  'rows',
  'seconds',
  'passed',
  'eligible',
  'judgments',
  'statistics',
] as const
type SessionPlay = Pick<PlayRow, (typeof columns)[number]>

export interface SessionAround {
  readonly player: string
  /** Latest first, at least one. */
  readonly plays: readonly SessionPlay[]
  /**
   * The play before the first one and the one after the last one: of the neighbouring sessions, or of this one beyond its
   * limits.
   */
  readonly previous: number | null
  readonly next: number | null
  /** Whether no play of the session is missing. */
  readonly whole: boolean
}

interface Bounds {
  /** The longest break within a session, ms. */
  readonly breakMs: number
  /** Maximum plays before the given one, and after it. */
  readonly maxPlays: number
}

/**
 * Returns the session of which a play is part: the plays of its player around it, by when they were played, without a
 * break longer than `breakMs`. A withdrawn play is not in it, but still leads to the nearest session. Null for an
 * unknown play. Two index ranges.
 */
export async function sessionAround(
  generation: GenerationDb,
  playId: number,
  { breakMs, maxPlays }: Bounds,
): Promise<SessionAround | null> {
  const given = await generation.db
    .selectFrom('plays')
    .select(['id', 'player', 'played_at'])
    .where('id', '=', playId)
    .executeTakeFirst()
  if (!given) return null
  const { player, played_at } = given
  const plays = generation.db
    .selectFrom('plays')
    .select(columns)
    .where('player', '=', player)
    .where('withdrawn_at', 'is', null)
  const moment = sql`(${played_at}::bigint, ${playId}::bigint)`
  const later = await plays
    .where(sql<boolean>`(played_at, id) > ${moment}`)
    .orderBy('played_at')
    .orderBy('id')
    .limit(maxPlays + 1)
    .execute()
  const earlier = await plays
    .where(sql<boolean>`(played_at, id) <= ${moment}`)
    .orderBy('played_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxPlays + 2)
    .execute()
  const found = [...later.reverse(), ...earlier]
  const nearest = nearestTo(played_at, found)
  if (nearest === null || Math.abs(itemAt(found, nearest).played_at - played_at) > breakMs) return null
  const breakBefore = (nth: number) =>
    itemAt(found, nth - 1).played_at - itemAt(found, nth).played_at > breakMs
  // Beyond the limits, one play on each side shows whether the session goes on.
  const first = later.length > maxPlays ? 1 : 0
  const last = found.length - (earlier.length > maxPlays + 1 ? 1 : 0)
  let start = nearest
  while (start > first && !breakBefore(start)) start--
  let end = nearest + 1
  while (end < last && !breakBefore(end)) end++
  const endsAt = (nth: number) => nth === 0 || nth === found.length || breakBefore(nth)
  return {
    player,
    plays: found.slice(start, end),
    previous: found[end]?.id ?? null,
    next: found[start - 1]?.id ?? null,
    whole: endsAt(start) && endsAt(end),
  }
}

/** The index of the play nearest to a time; null without plays. */
function nearestTo(at: number, plays: readonly { readonly played_at: number }[]): number | null {
  let nearest: number | null = null
  for (const [i, { played_at }] of plays.entries())
    if (nearest === null || Math.abs(played_at - at) <= Math.abs(itemAt(plays, nearest).played_at - at))
      nearest = i
  return nearest
}

type ListedPlay = Pick<PlayRow, 'id' | 'played_at' | 'rows' | 'seconds'>

interface ListBounds {
  /** The longest break within a session, ms. */
  readonly breakMs: number
  readonly sessions: number
  /** Maximum plays that are read. A session that begins before them is left out, unless it is the latest one. */
  readonly plays: number
  /** Only plays that ended before this time, ms since 1970. */
  readonly before?: number | undefined
}

/** Returns the latest sessions of a player, each with its plays, latest first. One index range. */
export async function latestSessions(
  generation: GenerationDb,
  player: string,
  { breakMs, sessions, plays: maxPlays, before }: ListBounds,
): Promise<ListedPlay[][]> {
  const rows = await generation.db
    .selectFrom('plays')
    .select(['id', 'played_at', 'rows', 'seconds'])
    .where('player', '=', player)
    .where('withdrawn_at', 'is', null)
    .$if(before !== undefined, (query) => query.where('played_at', '<', before ?? 0))
    .orderBy('played_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxPlays)
    .execute()
  const found: ListedPlay[][] = []
  for (const [i, row] of rows.entries()) {
    const goesOn = i > 0 && itemAt(rows, i - 1).played_at - row.played_at <= breakMs
    if (goesOn) found.at(-1)?.push(row)
    else found.push([row])
  }
  if (rows.length === maxPlays && found.length > 1) found.pop()
  return found.slice(0, sessions)
}

const lastColumns = ['id', 'chart', 'played_at', 'seconds', 'rows', 'judgments', 'statistics'] as const

type SessionRow = Pick<PlayRow, (typeof lastColumns)[number]>

export interface SessionPlays {
  /** Latest first, at least one. */
  readonly plays: readonly SessionRow[]
  /** Whether the session has no further plays. */
  readonly whole: boolean
}

/**
 * Returns a player's latest plays without a break longer than `breakMs` between them, at most `maxPlays`: one index range.
 * Null for a player without plays.
 */
export async function lastSession(
  generation: GenerationDb,
  player: string,
  { breakMs, maxPlays }: { breakMs: number; maxPlays: number },
): Promise<SessionPlays | null> {
  const rows = await generation.db
    .selectFrom('plays')
    .select(lastColumns)
    .where('player', '=', player)
    .where('withdrawn_at', 'is', null)
    .orderBy('played_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxPlays + 1)
    .execute()
  if (rows.length === 0) return null
  const end = rows.findIndex((row, i) => i > 0 && itemAt(rows, i - 1).played_at - row.played_at > breakMs)
  const length = end < 0 ? rows.length : end
  return { plays: rows.slice(0, Math.min(length, maxPlays)), whole: length <= maxPlays }
}

/** Returns the mean absolute offset of all steps except misses, ms; null if all were missed. */
export function meanAbsoluteError(
  { rules }: Pick<GenerationDb, 'rules'>,
  plays: readonly Pick<PlayRow, 'rows' | 'judgments' | 'statistics'>[],
): number | null {
  const misses = itemAt(rules.systems, 0).windows.length
  let sum = 0
  let steps = 0
  for (const { rows, judgments, statistics } of plays) {
    if (statistics === null) continue
    const hit = rows - itemAt(judgments, misses)
    sum += itemAt(statistics, 0) * hit
    steps += hit
  }
  return steps === 0 ? null : sum / steps
}
