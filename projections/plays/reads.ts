import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { sql } from 'kysely'
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
