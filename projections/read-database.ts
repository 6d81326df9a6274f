import type { Kysely } from 'kysely'
import type { Generation } from './generation.ts'
import type { ReadModelTables } from './read-models.ts'

export type ReadDatabase = Kysely<ReadModelTables>

/** The read models of one generation. */
export function of(db: ReadDatabase, generation: Generation): ReadDatabase {
  return db.withSchema(generation.schema)
}
