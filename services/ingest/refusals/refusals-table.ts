import type { KeyRefusals } from '@stepledger/contracts/http/operated-players.ts'
import { cleanText } from '@stepledger/contracts/play/clean-value.ts'
import type { ListedInterval, RefusedPlays } from '@stepledger/projections/notifications/reads.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { otherKeys, type RefusalsOfKey } from './refusal-counts.ts'

type Connection = Pick<Database['pool'], 'query'>

/** Days for which refusals are kept, and most keys and reasons of a day: of unknown keys, and of valid ones. */
const keptDays = 7
const maxRows = { unknown: 1_000, valid: 10_000 }

export const refusalsTable = `
  -- Refused plays by day, key and reason, for ledger refusals. Kept for ${keptDays} days.
  CREATE TABLE ingest.refusals (
    day date NOT NULL,
    key text NOT NULL,
    reason text NOT NULL,
    count bigint NOT NULL,
    sample text NOT NULL,
    client text,
    last_at timestamptz NOT NULL,
    PRIMARY KEY (day, key, reason)
  );`

/** Adds the owner of the key, who is notified; null if the key is not valid. */
export const refusedPlayers = `
  ALTER TABLE ingest.refusals ADD COLUMN player uuid, DROP CONSTRAINT refusals_pkey;
  CREATE UNIQUE INDEX refusals_of_key ON ingest.refusals (day, key, reason, player) NULLS NOT DISTINCT;
  CREATE INDEX refusals_of_player ON ingest.refusals (player, last_at DESC) WHERE player IS NOT NULL;`

/**
 * Adds refusals to the counts of their day (UTC), and deletes those of past weeks. New keys beyond the limit of a day are
 * counted together.
 */
export async function addRefusals(connection: Connection, refusals: readonly RefusalsOfKey[]): Promise<void> {
  const latest = refusals.reduce((last, { at }) => Math.max(last, at), 0)
  await connection.query(
    `with old as (
      delete from ingest.refusals where day < (to_timestamp($7::double precision / 1000) at time zone 'utc')::date - ${keptDays}
    ), added as (
      select (to_timestamp(at / 1000) at time zone 'utc')::date as day, key, player, reason, count, sample,
        client, to_timestamp(at / 1000) as last_at
      from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::double precision[], $8::uuid[])
        as x(key, reason, count, sample, client, at, player)
    ), full_days as (
      select day, player is null as unknown from ingest.refusals where day in (select day from added)
      group by 1, 2 having count(*) >= case when player is null then ${maxRows.unknown} else ${maxRows.valid} end
    ), judged as (
      select *, (day, player is null) not in (select day, unknown from full_days) or exists (
          select from ingest.refusals r where r.day = added.day and r.key = added.key and r.reason = added.reason
            and r.player is not distinct from added.player
        ) as named
      from added
    ), placed as (
      select day, case when named then key else '${otherKeys}' end as key, case when named then player end as player,
        reason, count, sample, client, last_at
      from judged
    )
    insert into ingest.refusals as r (day, key, player, reason, count, sample, client, last_at)
    select day, key, player, reason, sum(count), (array_agg(sample order by last_at desc))[1],
      (array_agg(client order by last_at desc))[1], max(last_at)
    from placed group by day, key, player, reason
    on conflict (day, key, reason, player) do update set count = r.count + excluded.count, sample = excluded.sample,
      client = excluded.client, last_at = excluded.last_at`,
    [
      refusals.map(({ key }) => key),
      refusals.map(({ reason }) => reason),
      refusals.map(({ count }) => count),
      // Error messages of malformed JSON quote the body.
      refusals.map(({ sample }) => cleanText(sample)),
      refusals.map(({ client }) => client),
      refusals.map(({ at }) => at),
      latest,
      refusals.map(({ player }) => player),
    ],
  )
}

const rows = z.array(
  z.object({
    key: z.string(),
    reason: z.string(),
    count: z.int(),
    sample: z.string(),
    client: z.string().nullable(),
    last_at: z.date(),
  }),
)

/** Which refusals are read: those with these keys, and with keys that begin with `prefix`. */
interface RefusedKeys {
  readonly keys: readonly string[]
  readonly prefix: string | null
}

/** Of the last week, by key and reason, most frequent first. Without `of`, of all keys. */
export async function readRefusals(
  connection: Connection,
  limit: number,
  of: RefusedKeys | null = null,
): Promise<KeyRefusals[]> {
  const answer = await connection.query(
    `select key, reason, sum(count)::bigint as count, (array_agg(sample order by last_at desc))[1] as sample,
      (array_agg(client order by last_at desc))[1] as client, max(last_at) as last_at
    from ingest.refusals where $2::text[] is null or key = any ($2) or starts_with(key, $3)
    group by key, reason order by count desc, key, reason limit $1`,
    [limit, of && [...of.keys], of?.prefix ?? null],
  )
  return rows
    .parse(answer.rows)
    .map(({ last_at, ...refusals }) => ({ ...refusals, lastAt: last_at.toISOString() }))
}

/** Reasons after which a client drops a play for good. */
const finalReasons = ['invalid', 'key']

/**
 * Returns the final refusals of a player's plays, by day, key and reason, latest first: at least `limit` if available, and
 * all with the time of the last one.
 */
export async function readRefusalsOfPlayer(
  connection: Connection,
  player: string,
  { since, before, limit }: ListedInterval,
): Promise<RefusedPlays[]> {
  const answer = await connection.query(
    `select key, reason, count, sample, client, last_at from ingest.refusals
    where player = $1 and reason = any ($2) and last_at >= to_timestamp($3::double precision / 1000)
      and last_at < to_timestamp($4::double precision / 1000)
    order by last_at desc fetch first $5 rows with ties`,
    [player, finalReasons, since, before, limit],
  )
  return rows.parse(answer.rows).map(({ last_at, key, count, sample, client }) => ({
    kind: 'refused',
    at: last_at.getTime(),
    key,
    plays: count,
    reason: sample,
    client,
  }))
}
