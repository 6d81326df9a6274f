import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { z } from 'zod'
import { withDeadline } from '../../platform/async/with-deadline.ts'
import type { Database } from '../../platform/database/database.ts'
import { createBatcher } from '../../platform/ledger/batcher.ts'
import { type Ledger, partitionOf } from '../../platform/ledger/ledger.ts'

/** A request for a play id. `key`: the client's idempotency key. */
export interface ClaimRequest {
  readonly player: string
  readonly fingerprint: Uint8Array
  readonly key: string | null
  readonly receivedAt: number
}

/** The id of a play and when it was first received. */
export interface Claim {
  readonly playId: number
  readonly at: number
  /** The idempotency key of the first submission; null when it had none, or another play already used it. */
  readonly key: string | null
  /** Null when it is unknown whether the play is in the ledger: it must be appended (again) under this id. */
  readonly position: Position | null
  /** Created by this request. */
  readonly fresh: boolean
  /** Another play of the player that already uses the requested key. The content decides, so the key is ignored. */
  readonly keyNames: number | null
}

export interface Claims {
  /** Returns the claim of this play, created if missing. Durable before any later append to the ledger. */
  claim(request: ClaimRequest): Promise<Claim>
  /** Records the play's position, so that it is not appended again. May be lost: folds skip a second event of the play. */
  record(playId: number, position: Position): Promise<void>
  /** Returns the player who claimed the id, or null. An id known to a client was answered to it, so its play is in the ledger. */
  ownerOf(playId: number): Promise<string | null>
  drained(): Promise<void>
}

/** Rounds until each request of a batch has a claim. More than two need concurrent claims of the same keys elsewhere. */
const maxRounds = 20
/** Transient database errors are retried for this long, ms; then the request fails with 503. */
const retryMs = 3_000

/**
 * Claims in the database, batched: one statement for all requests of a few milliseconds. If the ledger is in the same
 * Postgres, its next commit also flushes earlier claims, and they commit asynchronously.
 */
export function openClaims(database: Database, { isInDatabase }: Pick<Ledger, 'isInDatabase'>): Claims {
  const commit = isInDatabase ? 'off' : 'on'
  const withRetries = <T>(work: () => Promise<T>) => database.retrying(work, retryMs)
  const claims = createBatcher<ClaimRequest, Claim>({
    send(batch) {
      let isRetry = false
      return withRetries(() => {
        const claiming = claimAll(database, batch, commit, isRetry)
        isRetry = true
        return claiming
      })
    },
    bytesOf: () => 1,
    lingerMs: 4,
    batchBytes: 200,
    queueBytes: 20_000,
  })
  const positions = createBatcher<PlayPosition, true>({
    send: (batch) => withRetries(() => recordAll(database, batch)),
    bytesOf: () => 1,
    lingerMs: 100,
    batchBytes: 1_000,
    queueBytes: 100_000,
  })
  return {
    claim: claims.add,
    record: async (playId, position) => {
      await positions.add({ playId, position })
    },
    ownerOf: (playId) => ownerOf(database, playId),
    async drained() {
      await claims.drained()
      await positions.drained()
    },
  }
}

/**
 * `inserted` skips plays that another transaction is claiming concurrently, and requests whose key another transaction
 * inserted after this snapshot. The next round, with a newer snapshot, finds or creates both.
 */
const claimSql = `
  WITH requested AS (
    SELECT * FROM unnest($1::int[], $2::uuid[], $3::bytea[], $4::text[], $5::bigint[])
      AS a(nth, player, fingerprint, key, at)
  ), existing AS (
    SELECT a.nth, c.* FROM requested a JOIN ingest.claims c USING (player, fingerprint)
  ), key_owner AS (
    SELECT a.nth, k.play_id FROM requested a JOIN ingest.claims k ON k.player = a.player AND k.key = a.key
  ), inserted AS (
    INSERT INTO ingest.claims (player, fingerprint, key, at)
    SELECT a.player, a.fingerprint, CASE WHEN k.nth IS NULL THEN a.key END, a.at
    FROM requested a LEFT JOIN key_owner k USING (nth)
    WHERE NOT EXISTS (SELECT FROM existing e WHERE e.nth = a.nth)
    ORDER BY a.player, a.fingerprint
    ON CONFLICT DO NOTHING
    RETURNING play_id, player, fingerprint, key, at
  ), answer AS (
    SELECT nth, play_id, key, at, partition, "offset", false AS fresh FROM existing
    UNION ALL
    SELECT a.nth, i.play_id, i.key, i.at, NULL, NULL, a.nth = min(a.nth) OVER (PARTITION BY i.play_id)
    FROM inserted i JOIN requested a USING (player, fingerprint)
  )
  SELECT x.nth, x.play_id, x.key, x.at, x.partition, x."offset", x.fresh, nullif(k.play_id, x.play_id) AS key_names,
    set_config('synchronous_commit', $6, true)
  FROM answer x LEFT JOIN key_owner k USING (nth)`

const claimRows = z.array(
  z.object({
    nth: z.int(),
    play_id: z.int(),
    key: z.string().nullable(),
    at: z.int(),
    partition: z.int().nullable(),
    offset: z.int().nullable(),
    fresh: z.boolean(),
    key_names: z.int().nullable(),
  }),
)

/** `isRetry`: the statement ran before, and its result is unknown. */
async function claimAll(
  database: Database,
  batch: readonly ClaimRequest[],
  commit: string,
  isRetry: boolean,
): Promise<Claim[]> {
  const claims = new Map<number, Claim>()
  for (let round = 0; claims.size < batch.length; round++) {
    if (round === maxRounds) throw new Error(`requests without a claim after ${maxRounds} rounds`)
    const open = [...batch.entries()].filter(([nth]) => !claims.has(nth))
    const { rows } = await database.pool.query({
      name: 'ingest-claim',
      text: claimSql,
      values: [
        open.map(([nth]) => nth),
        open.map(([, r]) => r.player),
        open.map(([, r]) => r.fingerprint),
        open.map(([, r]) => r.key),
        open.map(([, r]) => r.receivedAt),
        commit,
      ],
    })
    for (const { nth, play_id, key, at, partition, offset, fresh, key_names } of claimRows.parse(rows)) {
      const position = partition === null || offset === null ? null : { partition, offset }
      // Has the time of this request and no position yet: the first attempt created it.
      const createdBefore = isRetry && position === null && at === batch[nth]?.receivedAt
      claims.set(nth, {
        playId: play_id,
        at,
        key,
        position,
        fresh: fresh || createdBefore,
        keyNames: key_names,
      })
    }
  }
  return [...claims].sort(([a], [b]) => a - b).map(([, claim]) => claim)
}

interface PlayPosition {
  readonly playId: number
  readonly position: Position
}

async function recordAll(database: Database, batch: readonly PlayPosition[]): Promise<true[]> {
  await database.pool.query({
    name: 'ingest-record',
    text: `
      WITH moved AS (
        UPDATE ingest.claims c SET partition = p.partition, "offset" = p."offset"
        FROM unnest($1::bigint[], $2::smallint[], $3::bigint[]) AS p(play_id, partition, "offset")
        WHERE c.play_id = p.play_id AND c.partition IS NULL
      )
      SELECT set_config('synchronous_commit', 'off', true)`,
    values: [
      batch.map((b) => b.playId),
      batch.map((b) => b.position.partition),
      batch.map((b) => b.position.offset),
    ],
  })
  return batch.map(() => true)
}

const owners = z.array(z.object({ player: z.string() }))

async function ownerOf(database: Database, playId: number): Promise<string | null> {
  const { rows } = await database.pool.query({
    name: 'ingest-owner',
    text: 'SELECT player FROM ingest.claims WHERE play_id = $1',
    values: [playId],
  })
  return owners.parse(rows)[0]?.player ?? null
}

const claims = z.array(
  z.object({ player: z.string(), partition: z.int().nullable(), offset: z.int().nullable() }),
)

/** Timeout of the ledger, ms. */
const timeoutMs = 1_000

/**
 * A position in the ledger at which a play is included; null for an unknown play. Where the ledger is not in this database,
 * the play's own position is recorded after its answer: until then it is the end of the player's partition, or null if the
 * ledger does not answer.
 */
export async function positionOfPlay(
  {
    database,
    ledger,
  }: { readonly database: Pick<Database, 'pool'>; readonly ledger: Pick<Ledger, 'ends' | 'partitions'> },
  playId: number,
): Promise<Position | null> {
  const { rows } = await database.pool.query({
    name: 'ingest-position',
    text: 'SELECT player, partition, "offset" FROM ingest.claims WHERE play_id = $1',
    values: [playId],
  })
  const [claim] = claims.parse(rows)
  if (!claim) return null
  const { partition, offset } = claim
  if (partition !== null && offset !== null) return { partition, offset }
  const ends = await withDeadline(timeoutMs, ledger.ends('events'), 'the end of the ledger').catch(() => null)
  const own = partitionOf(ledger.partitions.events, claim.player)
  const end = ends?.[own] ?? 0
  return end === 0 ? null : { partition: own, offset: end - 1 }
}
