import {
  defaultPartitions,
  isPartitionCount,
  type Partitions,
  partitionsOf,
} from '@stepledger/contracts/ledger/topic.ts'
import type pg from 'pg'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { type MigrationStep, migrate } from '../database/migrate.ts'

export const ledgerSteps: readonly MigrationStep[] = [
  {
    id: 'partitions and events',
    sql: `
      CREATE SCHEMA ledger;

      -- One row per partition, used as a lock: an append holds it until its commit. Rows are never updated, so that a long-running
      -- snapshot cannot accumulate dead row versions that every append has to skip.
      CREATE TABLE ledger.partitions (
        topic text NOT NULL,
        partition smallint NOT NULL,
        PRIMARY KEY (topic, partition)
      );
      INSERT INTO ledger.partitions SELECT 'events', generate_series(0, 11);
      INSERT INTO ledger.partitions VALUES ('rules', 0);

      -- Bodies are already compressed: compressing them again saves nothing and takes two to three times as long.
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

      -- The next offset of each partition, by one lookup at the end of the index. The settings prevent cached plans from when the table
      -- was small.
      CREATE FUNCTION ledger.ends(of_topic text) RETURNS TABLE (partition smallint, next bigint)
      LANGUAGE sql STABLE SET enable_seqscan = off SET enable_bitmapscan = off AS $$
        SELECT p.partition, coalesce((
          SELECT e."offset" + 1 FROM ledger.events e
          WHERE e.topic = of_topic AND e.partition = p.partition
          ORDER BY e."offset" DESC LIMIT 1
        ), 0)
        FROM ledger.partitions p WHERE p.topic = of_topic
      $$;

      -- Stores a batch and returns the first offset of each of its partitions. Event i has the key keys[i] and the body of lengths[i] bytes
      -- at starts[i] of bodies (1-based), and the index places[i] (0-based) within this batch and its partition. One parameter for all
      -- bodies is twice as fast as an array of them. Locks are taken in order, so that two batches cannot deadlock.
      CREATE FUNCTION ledger.append(
        to_topic text, bodies bytea, partitions smallint[], places int[], keys text[], starts int[], lengths int[]
      ) RETURNS TABLE (partition smallint, first bigint) LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM FROM ledger.partitions p
          WHERE p.topic = to_topic AND p.partition = ANY (partitions)
          ORDER BY p.partition FOR UPDATE;
        -- A separate statement, so that its snapshot includes the commits of the previous lock holders.
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

const partitionCounts = z.array(z.object({ topic: z.string(), partitions: z.int() }))
const countsQuery = 'SELECT topic, count(*)::int AS partitions FROM ledger.partitions GROUP BY topic'

/** Creates or migrates the tables of the ledger, and returns its partitions. */
export async function ledgerTables(database: Database): Promise<Partitions> {
  await migrate(database, 'ledger', ledgerSteps)
  const { rows } = await database.retrying(() => database.pool.query(countsQuery))
  return foundPartitions(rows)
}

function foundPartitions(rows: unknown): Partitions {
  const counts = new Map(partitionCounts.parse(rows).map((row) => [row.topic, row.partitions]))
  const events = counts.get('events') ?? 0
  if (!isPartitionCount(events))
    throw new Error(
      `the ledger has ${events} partitions of events: a multiple of ${defaultPartitions} is needed`,
    )
  return partitionsOf(events)
}

const eventsQuery = "SELECT 1 FROM ledger.events WHERE topic = 'events' LIMIT 1"

/**
 * Gives an empty ledger this many partitions of `events`, as the owner of its tables. Throws an Error if it has fewer
 * than others, or events already.
 */
export async function setPartitions(tx: pg.PoolClient, count: number): Promise<void> {
  const { events } = foundPartitions((await tx.query(countsQuery)).rows)
  if (events === count) return
  if (events > count || (await tx.query(eventsQuery)).rows.length > 0)
    throw new Error(`the ledger has ${events} partitions, not ${count}`)
  await tx.query("INSERT INTO ledger.partitions SELECT 'events', generate_series($1::int, $2::int)", [
    events,
    count - 1,
  ])
}
