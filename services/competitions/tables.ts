import { Kysely, PostgresDialect, type Selectable } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { type MigrationStep, migrate } from '../platform/database/migrate.ts'

export const competitionsSteps: readonly MigrationStep[] = [
  {
    id: 'drafts',
    sql: `
      CREATE SCHEMA competitions;
      CREATE TABLE competitions.drafts (
        id uuid PRIMARY KEY,
        owner uuid NOT NULL,
        -- Null as long as the document has no valid one.
        slug text CONSTRAINT draft_slug_is_unique UNIQUE,
        -- draftDocument of contracts/http/organised-competitions.ts.
        document jsonb NOT NULL,
        version integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE INDEX ON competitions.drafts (owner, created_at);
      -- Statistics would keep samples of what an erasure deletes.
      ALTER TABLE competitions.drafts ALTER COLUMN slug SET STATISTICS 0, ALTER COLUMN document SET STATISTICS 0;`,
  },
  {
    id: 'invitations',
    sql: `
      -- The code of a competition's invitation link: a credential, so not in the ledger.
      CREATE TABLE competitions.invitations (slug text PRIMARY KEY, code text NOT NULL);`,
  },
  {
    id: 'invited',
    sql: `
      -- Invitations that players have opened and not accepted yet, with the code of the link. They grant nothing that the
      -- code doesn't, and are listed as long as it is valid.
      CREATE TABLE competitions.invited (
        player uuid,
        slug text,
        code text NOT NULL,
        opened_at timestamptz NOT NULL,
        PRIMARY KEY (player, slug)
      );`,
  },
  {
    id: 'pictures of posters',
    sql: `
      CREATE TABLE competitions.picture_uploads (
        key text PRIMARY KEY,
        player_id uuid NOT NULL,
        issued_at timestamptz NOT NULL
      );
      CREATE INDEX ON competitions.picture_uploads (player_id);
      -- Stored pictures, by SHA-256, with the players who uploaded them. Deleted when no draft and no competition has them.
      CREATE TABLE competitions.pictures (
        owner uuid,
        sha256 text,
        used_at timestamptz NOT NULL,
        PRIMARY KEY (owner, sha256)
      );
      CREATE INDEX ON competitions.pictures (sha256);`,
  },
]

export async function migrateCompetitions(database: Database): Promise<void> {
  await migrate(database, 'competitions', competitionsSteps)
}

interface Drafts {
  id: string
  owner: string
  slug: string | null
  document: unknown
  version: number
  created_at: Date
  updated_at: Date
}
export type DraftRow = Selectable<Drafts>

export type CompetitionsDatabase = Kysely<{
  'competitions.drafts': Drafts
  'competitions.invitations': { slug: string; code: string }
  'competitions.invited': { player: string; slug: string; code: string; opened_at: Date }
}>

/** A typed query builder. Must not be destroyed: the pool belongs to `database`. */
export function competitionsDatabase(database: Pick<Database, 'pool'>): CompetitionsDatabase {
  return new Kysely({ dialect: new PostgresDialect({ pool: database.pool }) })
}
