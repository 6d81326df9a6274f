import type { Kysely } from 'kysely'
import type { AttemptRow, BestRow, BoardRow, BucketRow } from './boards/tables.ts'
import type { ChartRow } from './catalogue/tables.ts'
import type { Generation } from './generation.ts'
import type { PlayerChartRow, PlayerRow, RivalRow } from './players/tables.ts'
import type { PlayRow } from './plays/tables.ts'

/** The tables of a generation, as reads see them. */
export interface ReadModels {
  plays: PlayRow
  charts: ChartRow
  attempts: AttemptRow
  best: BestRow
  buckets: BucketRow
  boards: BoardRow
  players: PlayerRow
  player_charts: PlayerChartRow
  rivals: RivalRow
}

export type ReadDatabase = Kysely<ReadModels>

/** The read models of one generation. */
export function of(db: ReadDatabase, generation: Generation): ReadDatabase {
  return db.withSchema(generation.schema)
}
