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

const ledgerSteps: readonly MigrationStep[] = [
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

const countRow = z.tuple([z.object({ count: z.int() })])

/** Creates or migrates the tables of the ledger, and returns its partitions. */
export async function ledgerTables(database: Database): Promise<Partitions> {
  await migrate(database, 'ledger', ledgerSteps)
  return partitionsOf(await database.retrying(() => countPartitions(database.pool)))
}

async function countPartitions(connection: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const { rows } = await connection.query(
    "SELECT count(*)::int AS count FROM ledger.partitions WHERE topic = 'events'",
  )
  const [{ count }] = countRow.parse(rows)
  if (isPartitionCount(count)) return count
  throw new Error(
    `the ledger has ${count} partitions of events: a multiple of ${defaultPartitions} is needed`,
  )
}

const eventsQuery = "SELECT 1 FROM ledger.events WHERE topic = 'events' LIMIT 1"

/**
 * Gives a ledger without events this many partitions, as the owner of its tables. Returns how many it has: others if there
 * are events, or more partitions, already.
 */
export async function setPartitions(tx: pg.PoolClient, count: number): Promise<number> {
  const found = await countPartitions(tx)
  if (found >= count || (await tx.query(eventsQuery)).rows.length > 0) return found
  await tx.query("INSERT INTO ledger.partitions SELECT 'events', generate_series($1::int, $2::int)", [
    found,
    count - 1,
  ])
  return count
}
