import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import type { Generation } from '../generation.ts'
import { of, type ReadDatabase } from '../read-database.ts'
import { hundredthsOf, keyAboveBucket } from './rank-key.ts'
import type { BestRow } from './tables.ts'

export interface BoardEntry {
  readonly rank: number
  readonly hundredths: number
  readonly grade: Grade
  readonly player: string
  readonly playId: number
  /** When it was played, ms since 1970. */
  readonly playedAt: number
}

/** How many players have a counting play on the chart: the same for every system. */
export async function boardTotal(db: ReadDatabase, generation: Generation, chart: string): Promise<number> {
  const board = await of(db, generation)
    .selectFrom('boards')
    .select('players')
    .where('chart', '=', chart)
    .executeTakeFirst()
  return board?.players ?? 0
}

/**
 * The entries of ranks `from` + 1 up to `from` + `limit`, best first. The kept counts of the buckets say in which bucket the page
 * begins, so that a deep page costs what the first one costs.
 */
export async function boardEntries(
  db: ReadDatabase,
  generation: Generation,
  board: { chart: string; system: number },
  from: number,
  limit: number,
): Promise<BoardEntry[]> {
  const start = from === 0 ? { above: null, skip: 0 } : await pageStart(db, generation, board, from)
  if (!start) return []
  let query = of(db, generation)
    .selectFrom('best')
    .select(['key', 'player', 'play_id', 'played_at', 'grade'])
    .where('chart', '=', board.chart)
    .where('system', '=', board.system)
    .orderBy('key', 'desc')
    .orderBy('player', 'desc')
    .offset(start.skip)
    .limit(limit)
  if (start.above !== null) query = query.where('key', '<', start.above)
  const rows = await query.execute()
  return rows.map((row, i) => entryOf(row, from + i + 1))
}

/** A row of a board whose rank is known. */
export function entryOf(
  row: Pick<BestRow, 'key' | 'player' | 'play_id' | 'played_at' | 'grade'>,
  rank: number,
): BoardEntry {
  return {
    rank,
    hundredths: hundredthsOf(row.key),
    grade: row.grade,
    player: row.player,
    playId: row.play_id,
    playedAt: row.played_at,
  }
}

/** Below which key the page begins, and how many entries of that bucket come before it; null past the end of the board. */
async function pageStart(
  db: ReadDatabase,
  generation: Generation,
  board: { chart: string; system: number },
  from: number,
): Promise<{ above: number; skip: number } | null> {
  const buckets = await of(db, generation)
    .selectFrom('buckets')
    .select(['bucket', 'players'])
    .where('chart', '=', board.chart)
    .where('system', '=', board.system)
    .orderBy('bucket', 'desc')
    .execute()
  let before = 0
  for (const { bucket, players } of buckets) {
    if (before + players > from) return { above: keyAboveBucket(bucket), skip: from - before }
    before += players
  }
  return null
}
