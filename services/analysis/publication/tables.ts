import type { Database } from '../../platform/database/database.ts'
import { type MigrationStep, migrate } from '../../platform/database/migrate.ts'

export const analysisSteps: readonly MigrationStep[] = [
  {
    id: '1 series that are offered',
    sql: `
      CREATE SCHEMA analysis;
      CREATE TABLE analysis.series (
        id text PRIMARY KEY,
        made_at timestamptz NOT NULL,
        -- Of accounts.published_data, before the first player was read.
        departures bigint NOT NULL,
        -- contracts/analysis/series.ts
        contents jsonb NOT NULL
      );`,
  },
  {
    id: '2 the count of published plays by its name',
    sql: `
      UPDATE analysis.series SET contents = jsonb_set(contents, '{months}', (
        SELECT coalesce(jsonb_agg(month - 'told' || jsonb_build_object('published', month -> 'told') ORDER BY nth), '[]')
        FROM jsonb_array_elements(contents -> 'months') WITH ORDINALITY AS months (month, nth)));`,
  },
  {
    id: '3 the key of the noise, and no series with exact rows',
    sql: `
      CREATE TABLE analysis.noise (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        key bytea NOT NULL CHECK (octet_length(key) = 32)
      );
      INSERT INTO analysis.noise (key)
        VALUES (sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea));
      DELETE FROM analysis.series WHERE (contents ->> 'schemaVersion')::integer < 2;`,
  },
]

export async function migrateAnalysis(database: Database): Promise<void> {
  await migrate(database, 'analysis', analysisSteps)
}
