import { type Topic, topics } from '@stepledger/contracts/ledger/topic.ts'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { type MigrationStep, migrate } from '../database/migrate.ts'

const steps: readonly MigrationStep[] = [
  {
    id: 'heads and events',
    sql: `
      CREATE SCHEMA ledger;

      -- The next offset of each partition. Its row lock is what hands offsets out: who appends holds it until the commit.
      CREATE TABLE ledger.heads (
        topic text NOT NULL,
        partition smallint NOT NULL,
        next bigint NOT NULL DEFAULT 0,
        PRIMARY KEY (topic, partition)
      ) WITH (fillfactor = 10);
      INSERT INTO ledger.heads (topic, partition) SELECT 'events', generate_series(0, 11);
      INSERT INTO ledger.heads (topic, partition) VALUES ('rules', 0);

      -- Bodies are packed already: compressing them again gains nothing and costs two to three times the work.
      CREATE TABLE ledger.events (
        topic text NOT NULL,
        partition smallint NOT NULL,
        "offset" bigint NOT NULL,
        key text NOT NULL,
        body bytea NOT NULL,
        PRIMARY KEY (topic, partition, "offset")
      );
      ALTER TABLE ledger.events ALTER COLUMN body SET STORAGE EXTERNAL;

      CREATE FUNCTION ledger.refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the ledger is append-only'; END $$;
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.events
        FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();`,
  },
]

const counted = z.array(z.object({ topic: z.string(), partitions: z.int() }))

/** Makes the tables of the ledger, or brings them up to date. Throws when a topic's partitions are not what the contract says. */
export async function ledgerTables(database: Database): Promise<void> {
  await migrate(database, 'ledger', steps)
  const { rows } = await database.retrying(() =>
    database.pool.query('SELECT topic, count(*)::int AS partitions FROM ledger.heads GROUP BY topic'),
  )
  const found = new Map(counted.parse(rows).map((row) => [row.topic, row.partitions]))
  const names: readonly Topic[] = ['events', 'rules']
  for (const name of names) {
    const { partitions } = topics[name]
    if (found.get(name) !== partitions)
      throw new Error(
        `the ledger has ${found.get(name) ?? 0} partitions of ${name}, ${partitions} are needed`,
      )
  }
}
