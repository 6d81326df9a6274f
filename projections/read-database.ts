import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Generation } from './generation.ts'

/** The rows of every table: each read model declares those of its own. */
// biome-ignore lint/suspicious/noEmptyInterface: read models merge theirs into it
export interface ReadModelTables {}

export type ReadDatabase = Kysely<ReadModelTables>

/** A generation to read from: `db` resolves tables in its schema, through a pool or within one snapshot. */
export interface GenerationDb extends Generation {
  readonly db: ReadDatabase
  /** The name of a table in raw SQL, with its schema. */
  readonly table: (name: keyof ReadModelTables) => RawBuilder<unknown>
}

export function readable<G extends Generation>(generation: G, db: ReadDatabase): G & GenerationDb {
  return {
    ...generation,
    db: db.withSchema(generation.schema),
    table: (name) => sql.table(`${generation.schema}.${name}`),
  }
}
