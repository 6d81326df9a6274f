import type { Database } from '../../platform/database/database.ts'
import { type MigrationStep, migrate } from '../../platform/database/migrate.ts'
import { checkedOffsetsTable } from '../../platform/ledger/checked-offsets.ts'

export const catalogueSteps: readonly MigrationStep[] = [
  {
    id: 'packs',
    sql: `
      CREATE SCHEMA catalogue;
      -- Ids of packs by the key of their name, and of songs by folder. Issued before anything is appended.
      CREATE TABLE catalogue.packs (
        id bigserial PRIMARY KEY,
        key text NOT NULL UNIQUE
      );
      CREATE TABLE catalogue.songs (
        id bigserial PRIMARY KEY,
        pack bigint NOT NULL,
        folder text NOT NULL,
        -- SHA-256 of the last appended content: an unchanged song is skipped.
        content bytea,
        UNIQUE (pack, folder)
      );
      CREATE TABLE catalogue.uploads (
        id uuid PRIMARY KEY,
        -- Null: an operator.
        uploader uuid,
        name text NOT NULL,
        -- Announced size, bytes.
        size bigint,
        state text NOT NULL CHECK (state IN ('issued', 'waiting', 'processing', 'ready', 'rejected', 'cancelled')),
        created_at bigint NOT NULL,
        updated_at bigint NOT NULL,
        -- When the upload URL expires.
        until bigint NOT NULL,
        pack bigint,
        songs_done integer NOT NULL DEFAULT 0,
        songs integer,
        -- The outcome: contracts/packs/upload.ts.
        result jsonb
      );
      CREATE INDEX uploads_open ON catalogue.uploads (created_at) WHERE state IN ('issued', 'waiting', 'processing');
      CREATE INDEX uploads_of ON catalogue.uploads (uploader, created_at DESC);`,
  },
  {
    id: 'owners of packs',
    sql: `
      -- The player who may upload it again; null: operators only. Existing packs get the uploader of their earliest
      -- accepted upload.
      ALTER TABLE catalogue.packs ADD COLUMN owner uuid;
      UPDATE catalogue.packs p SET owner = u.uploader
      FROM (SELECT DISTINCT ON (pack) pack, uploader FROM catalogue.uploads WHERE state = 'ready' ORDER BY pack, created_at, id) u
      WHERE u.pack = p.id;
      CREATE INDEX packs_of ON catalogue.packs (owner);`,
  },
  { id: 'offsets up to which the ledger is known', sql: checkedOffsetsTable('catalogue') },
  {
    id: 'owners in the ledger',
    sql: `
      -- False of a pack whose owner only this table knows: pack-ids.ts.
      ALTER TABLE catalogue.packs ADD COLUMN owner_in_ledger boolean NOT NULL DEFAULT true;
      UPDATE catalogue.packs SET owner_in_ledger = false;`,
  },
]

export async function migrateCatalogue(database: Database): Promise<void> {
  await migrate(database, 'catalogue', catalogueSteps)
}
