import { type Topic, topics } from '@stepledger/contracts/ledger/topic.ts'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { type MigrationStep, migrate } from '../database/migrate.ts'

const steps: readonly MigrationStep[] = [
  {
    id: 'partitions and events',
    sql: `
      CREATE SCHEMA ledger;

      -- One row a partition, for its lock: who appends holds it until the commit. Never updated, so that a long snapshot elsewhere piles
      -- up no dead versions that every append would have to pass.
      CREATE TABLE ledger.partitions (
        topic text NOT NULL,
        partition smallint NOT NULL,
        PRIMARY KEY (topic, partition)
      );
      INSERT INTO ledger.partitions SELECT 'events', generate_series(0, 11);
      INSERT INTO ledger.partitions VALUES ('rules', 0);

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
        FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();

      -- The next offset of each partition: one look at the end of the index. The settings keep plans away that were made when the table
      -- was small, and are kept while it grows.
      CREATE FUNCTION ledger.ends(of_topic text) RETURNS TABLE (partition smallint, next bigint)
      LANGUAGE sql STABLE SET enable_seqscan = off SET enable_bitmapscan = off AS $$
        SELECT p.partition, coalesce((
          SELECT e."offset" + 1 FROM ledger.events e
          WHERE e.topic = of_topic AND e.partition = p.partition
          ORDER BY e."offset" DESC LIMIT 1
        ), 0)
        FROM ledger.partitions p WHERE p.topic = of_topic
      $$;

      -- Stores a batch and gives the first offset of each of its partitions. Event i has the key keys[i] and the lengths[i] bytes of bodies
      -- from starts[i] on, counted from 1, and becomes number places[i], counted from 0, of this batch in its partition. One parameter for
      -- all bodies is twice as fast as an array of them. Locks are taken in order, so that two batches never wait for each other.
      CREATE FUNCTION ledger.append(
        to_topic text, bodies bytea, partitions smallint[], places int[], keys text[], starts int[], lengths int[]
      ) RETURNS TABLE (partition smallint, first bigint) LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM FROM ledger.partitions p
          WHERE p.topic = to_topic AND p.partition = ANY (partitions)
          ORDER BY p.partition FOR UPDATE;
        -- A statement of its own, so it sees what was committed by those who held the locks before.
        RETURN QUERY
          WITH ends AS MATERIALIZED (
            SELECT e.partition, e.next FROM ledger.ends(to_topic) e WHERE e.partition = ANY (partitions)
          ), stored AS (
            INSERT INTO ledger.events (topic, partition, "offset", key, body)
            SELECT to_topic, e.partition, ends.next + e.place, e.key, substring(bodies FROM e.start FOR e.length)
            FROM unnest(partitions, places, keys, starts, lengths) AS e(partition, place, key, start, length)
            JOIN ends ON ends.partition = e.partition
          )
          SELECT ends.partition, ends.next FROM ends;
      END $$;`,
  },
]

const counted = z.array(z.object({ topic: z.string(), partitions: z.int() }))

/**
 * Makes the tables of the ledger, or brings them up to date. Throws when a topic's partitions are not what the contract
 * says.
 */
export async function ledgerTables(database: Database): Promise<void> {
  await migrate(database, 'ledger', steps)
  const { rows } = await database.retrying(() =>
    database.pool.query('SELECT topic, count(*)::int AS partitions FROM ledger.partitions GROUP BY topic'),
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
