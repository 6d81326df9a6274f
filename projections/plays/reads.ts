import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { preparing } from '../prepared.ts'
import type { Queryable } from '../queryable.ts'
import type { GenerationDb } from '../read-database.ts'
import type { PlayRow } from './tables.ts'

/** Of the last play of each, ms since 1970. Reads one index entry per player. */
export async function lastPlayTimes(
  generation: GenerationDb,
  players: readonly string[],
): Promise<Map<string, number>> {
  const plays = generation.table('plays')
  const { rows } = await sql<{ player: string; played_at: number }>`
    select x.player, last.played_at from unnest(${[...players]}::uuid[]) as x(player)
    cross join lateral (
      select played_at from ${plays} where player = x.player and withdrawn_at is null
      order by played_at desc, id desc limit 1
    ) last`.execute(generation.db)
  return new Map(rows.map((row) => [row.player, row.played_at]))
}

/** Withdrawn or not. */
export async function playById(generation: GenerationDb, id: number): Promise<PlayRow | null> {
  const row = await generation.db.selectFrom('plays').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Returns chart and player of these plays, withdrawn or not, by id. */
export async function playersOfPlays(
  generation: GenerationDb,
  ids: readonly number[],
): Promise<Pick<PlayRow, 'id' | 'chart' | 'player'>[]> {
  if (ids.length === 0) return []
  return generation.db
    .selectFrom('plays')
    .select(['id', 'chart', 'player'])
    .where((where) => where.eb('id', '=', where.fn.any(where.val([...ids]))))
    .orderBy('id')
    .execute()
}

/** Unordered. */
export async function scoresOfPlays(
  generation: GenerationDb,
  ids: readonly number[],
): Promise<Pick<PlayRow, 'id' | 'played_at' | 'hundredths' | 'grades' | 'judgments' | 'radar'>[]> {
  if (ids.length === 0) return []
  return generation.db
    .selectFrom('plays')
    .select(['id', 'played_at', 'hundredths', 'grades', 'judgments', 'radar'])
    .where((where) => where.eb('id', '=', where.fn.any(where.val([...ids]))))
    .execute()
}

/** Oldest first, including withdrawn ones. */
export async function playPositionsOf(
  generation: GenerationDb,
  player: string,
): Promise<(Position & { playId: number })[]> {
  return generation.db
    .selectFrom('plays')
    .select(['id as playId', 'partition', 'offset'])
    .where('player', '=', player)
    .orderBy('id')
    .execute()
}

/** A play without its player's name. Scores in hundredths of a percent; null for a board that the rules do not have. */
export interface PlayOfHour {
  readonly id: number
  readonly player: string
  readonly chart: string
  readonly stepsType: string | null
  readonly meter: number | null
  readonly passed: boolean | null
  readonly ranked: boolean
  readonly rate: number | null
  readonly scores: Readonly<Record<BoardName, number | null>>
}

/**
 * Returns the first `limit` plays that were played in [`from`, `to`) and received before `until` (ms since 1970),
 * without withdrawn ones.
 */
export async function playsPlayedBetween(
  { db, rules }: GenerationDb,
  { from, to, until }: { readonly from: number; readonly to: number; readonly until: number },
  limit: number,
): Promise<PlayOfHour[]> {
  const scoreIn = (hundredths: readonly number[], name: BoardName) =>
    hundredths[rules.systems.findIndex((system) => system.name === name)] ?? null
  const rows = await db
    .selectFrom('plays')
    .innerJoin('charts', 'charts.hash', 'plays.chart')
    .select([
      'plays.id',
      'plays.player',
      'plays.chart',
      'charts.steps_type',
      'charts.meter',
      'plays.passed',
      'plays.eligible',
      'plays.rate',
      'plays.hundredths',
    ])
    .where('plays.withdrawn_at', 'is', null)
    .where('plays.played_at', '>=', from)
    .where('plays.played_at', '<', to)
    .where('plays.at', '<', until)
    .orderBy('plays.played_at')
    .orderBy('plays.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    player: row.player,
    chart: row.chart,
    stepsType: row.steps_type,
    meter: row.meter,
    passed: row.passed,
    ranked: row.eligible,
    rate: row.rate,
    scores: {
      HardEX: scoreIn(row.hundredths, 'HardEX'),
      EX: scoreIn(row.hundredths, 'EX'),
      ITG: scoreIn(row.hundredths, 'ITG'),
    },
  }))
}

/** The identity of a stored play: its player, content and ledger position. */
export interface PlayIdentity {
  readonly id: number
  readonly player: string
  readonly fingerprint: Uint8Array
  /** `partition:offset`. */
  readonly position: string
}

export async function storedPlaysById(
  tx: Queryable,
  schema: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PlayIdentity>> {
  const { rows } = await preparing(tx).query<PlayIdentity>({
    text: `
      select id, player, fingerprint, partition || ':' || "offset" as position from ${schema}.plays
      where id = any($1::bigint[])`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

const duplicateIds = z.array(z.object({ id: z.int() }))
const duplicateContents = z.array(z.object({ player: z.string(), ids: z.array(z.int()) }))

/**
 * Returns ids of several rows, and plays of one player with the same content, without relying on indexes; at most
 * `limit` of each.
 */
export async function repeatedIdentities(tx: Queryable, schema: string, limit: number) {
  const byId = await tx.query({
    text: `select id from ${schema}.plays group by id having count(*) > 1 order by id limit ${limit}`,
  })
  const byContent = await tx.query({
    text: `
      select player, array_agg(id order by id) as ids from ${schema}.plays
      group by player, fingerprint having count(*) > 1 order by min(id) limit ${limit}`,
  })
  return {
    ids: duplicateIds.parse(byId.rows).map(({ id }) => id),
    contents: duplicateContents.parse(byContent.rows),
  }
}
