import type { Database } from '../platform/database/database.ts'
import { type MigrationStep, migrate } from '../platform/database/migrate.ts'
import { checkedOffsetsTable } from '../platform/ledger/checked-offsets.ts'
import { refusalsTable, refusedPlayers } from './refusals/refusals-table.ts'

export const ingestSteps: readonly MigrationStep[] = [
  {
    id: 'claims',
    sql: `
      CREATE SCHEMA ingest;
      CREATE SEQUENCE ingest.play_ids AS bigint;
      -- The id of each play, written before the play is appended, so that a retry finds it. Without a position it is unknown
      -- whether the play is in the ledger.
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
  { id: 'offsets up to which the ledger is known', sql: checkedOffsetsTable('ingest') },
  {
    id: 'rival changes',
    sql: `
      -- Changes of rivals that wait for a ledger outside of this database.
      CREATE TABLE ingest.rival_changes (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        player uuid NOT NULL,
        rival uuid NOT NULL,
        added boolean NOT NULL,
        at bigint NOT NULL,
        event bytea NOT NULL,
        queued_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX rival_changes_of_player ON ingest.rival_changes (player);`,
  },
  { id: 'refused plays', sql: refusalsTable },
  { id: 'players of refused plays', sql: refusedPlayers },
  {
    id: 'rival changes without events',
    sql: 'ALTER TABLE ingest.rival_changes DROP COLUMN event;',
  },
]

/** Creates or migrates the tables of ingest. */
export async function migrateIngest(database: Database): Promise<void> {
  await migrate(database, 'ingest', ingestSteps)
}
