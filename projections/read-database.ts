import type { Kysely } from 'kysely'
import type { Generation } from './generation.ts'
import type { ReadModelTables } from './read-models.ts'

export type ReadDatabase = Kysely<ReadModelTables>

/** A generation that can be read: `db` finds its tables without their schema, through a pool or within one snapshot. */
export interface GenerationDb extends Generation {
  readonly db: ReadDatabase
}

/** The generation as it is read through `db`. */
export function readable<G extends Generation>(generation: G, db: ReadDatabase): G & GenerationDb {
  return { ...generation, db: db.withSchema(generation.schema) }
}
