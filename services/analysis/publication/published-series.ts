import { type Series, series } from '@stepledger/contracts/analysis/series.ts'
import type pg from 'pg'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { type MigrationStep, migrate } from '../../platform/database/migrate.ts'

type Db = Pick<pg.ClientBase, 'query'>

const rows = z.array(z.object({ contents: series }))

/** Newest first. */
export async function readPublishedSeries(db: Db): Promise<readonly Series[]> {
  const { rows: found } = await db.query('SELECT contents FROM analysis.series ORDER BY made_at DESC, id')
  return rows.parse(found).map(({ contents }) => contents)
}

const counted = z.tuple([z.object({ departures: z.string() })])

export async function countDepartures(db: Db): Promise<string> {
  return counted.parse((await db.query('SELECT departures::text FROM accounts.published_data')).rows)[0]
    .departures
}

const announced = z.array(z.object({ from: z.date() })).max(1)

/**
 * Returns the day before which no series of rows may be published, because players were told about them by mail then;
 * null on a site that never published anything else.
 */
export async function readRowsFrom(db: Db): Promise<Date | null> {
  const { rows } = await db.query('SELECT rows_from AS from FROM analysis.announcement')
  return announced.parse(rows)[0]?.from ?? null
}

export const storagePrefix = 'analysis/'

export function storageKeyOf(path: string): string {
  return storagePrefix + path
}

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
  {
    // On a site that published counts, players are told of the rows by mail, and the first ones appear 30 days later.
    id: '4 rows instead of counts with noise',
    sql: `
      CREATE TABLE analysis.announcement (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        rows_from timestamptz NOT NULL
      );
      DO $$ BEGIN
        IF EXISTS (SELECT FROM analysis.series) THEN
          INSERT INTO analysis.announcement (rows_from) VALUES (now() + interval '30 days');
          INSERT INTO accounts.mails (player_id, kind, address, address_key, details, created_at, next_try_at)
            SELECT id, 'publishedRows', email, email_key, jsonb_build_object('from', rows_from), now(), now()
            FROM accounts.players, analysis.announcement WHERE in_published_data;
        END IF;
      END $$;
      DELETE FROM analysis.series;
      DROP TABLE analysis.noise;
      -- When it was found to have rows of a player who opted out or was erased.
      ALTER TABLE analysis.series ADD COLUMN outdated_at timestamptz;`,
  },
]

export async function migrateAnalysis(database: Database): Promise<void> {
  await migrate(database, 'analysis', analysisSteps)
}
