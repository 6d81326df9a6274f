import type { Database } from '../platform/database/database.ts'
import { type MigrationStep, migrate } from '../platform/database/migrate.ts'

const steps: readonly MigrationStep[] = [
  {
    id: 'claims',
    sql: `
      CREATE SCHEMA ingest;
      CREATE SEQUENCE ingest.play_ids AS bigint;
      -- Which id a play has, written before the play is appended: who sends it again finds it here. No position: perhaps in the ledger,
      -- perhaps not.
      CREATE TABLE ingest.claims (
        play_id bigint PRIMARY KEY DEFAULT nextval('ingest.play_ids'),
        player uuid NOT NULL,
        fingerprint bytea NOT NULL,
        key text,
        at bigint NOT NULL,
        partition smallint,
        "offset" bigint,
        UNIQUE (player, fingerprint)
      ) WITH (fillfactor = 85);
      CREATE UNIQUE INDEX claims_by_key ON ingest.claims (player, key) WHERE key IS NOT NULL;
      ALTER SEQUENCE ingest.play_ids OWNED BY ingest.claims.play_id;`,
  },
]

/** Makes the tables of ingest, or brings them up to date. */
export async function migrateIngest(database: Database): Promise<void> {
  await migrate(database, 'ingest', steps)
}
