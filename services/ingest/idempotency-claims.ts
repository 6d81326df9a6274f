import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { z } from 'zod'
import type { Database } from '../platform/database/database.ts'
import { createBatcher } from '../platform/ledger/batcher.ts'

/** A play that wants an id. `key`: how its client names it, if it does. */
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
  /** How its client names it: the first name that it was sent under, if that was free. */
  readonly key: string | null
  /** Null: it may be in the ledger or not; append it again under this id. */
  readonly position: Position | null
  /** This very request made it. */
  readonly fresh: boolean
  /** Another play of the player that the asked key names already: content decides, so the key says nothing here. */
  readonly keyNames: number | null
}

export interface Claims {
  /** The one claim on this play, made or found. Durable before whatever is appended to a ledger afterwards. */
  claim(request: ClaimRequest): Promise<Claim>
  /**
   * Notes where the play lies, so that it is not appended again. May be lost: then it is appended again, and folded
   * once.
   */
  record(playId: number, position: Position): Promise<void>
  /**
   * Who claimed the id; null when we don't know. A player who names one got it from us, so the play is in the ledger.
   */
  ownerOf(playId: number): Promise<string | null>
  drained(): Promise<void>
}

/** Rounds until each request of a batch has a claim: more than two need rivals for the same keys in other processes. */
const maxRounds = 20
/** Trouble of the passing kind is sat out for so long, then the client is asked to come again. */
const patienceMs = 3_000

/**
 * Claims in the database, gathered: one statement for all that ask within a few milliseconds. `ledgerInDatabase`: the
 * ledger lies in the same Postgres, so its next commit makes the claims before it durable too, and they need no wait
 * for the disk of their own.
 */
export function openClaims(database: Database, options: { ledgerInDatabase: boolean }): Claims {
  const commit = options.ledgerInDatabase ? 'off' : 'on'
  const patiently = <T>(work: () => Promise<T>) => database.retrying(work, AbortSignal.timeout(patienceMs))
  const claims = createBatcher<ClaimRequest, Claim>({
    send(batch) {
      let again = false
      return patiently(() => {
        const claiming = claimAll(database, batch, commit, again)
        again = true
        return claiming
      })
    },
    bytesOf: () => 1,
    lingerMs: 4,
    batchBytes: 200,
    queueBytes: 20_000,
  })
  const positions = createBatcher<Located, true>({
    send: (batch) => patiently(() => recordAll(database, batch)),
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
 * `made` leaves out what another transaction claims at this moment, and anyone who meets a key that was given away
 * since the statement began: both are found, or made, in the next round, whose snapshot sees them.
 */
const claimSql = `
  WITH asked AS (
    SELECT * FROM unnest($1::int[], $2::uuid[], $3::bytea[], $4::text[], $5::bigint[])
      AS a(nth, player, fingerprint, key, at)
  ), found AS (
    SELECT a.nth, c.* FROM asked a JOIN ingest.claims c USING (player, fingerprint)
  ), keyed AS (
    SELECT a.nth, k.play_id FROM asked a JOIN ingest.claims k ON k.player = a.player AND k.key = a.key
  ), made AS (
    INSERT INTO ingest.claims (player, fingerprint, key, at)
    SELECT a.player, a.fingerprint, CASE WHEN k.nth IS NULL THEN a.key END, a.at
    FROM asked a LEFT JOIN keyed k USING (nth)
    WHERE NOT EXISTS (SELECT FROM found f WHERE f.nth = a.nth)
    ORDER BY a.player, a.fingerprint
    ON CONFLICT DO NOTHING
    RETURNING play_id, player, fingerprint, key, at
  ), answer AS (
    SELECT nth, play_id, key, at, partition, "offset", false AS fresh FROM found
    UNION ALL
    SELECT a.nth, m.play_id, m.key, m.at, NULL, NULL, a.nth = min(a.nth) OVER (PARTITION BY m.play_id)
    FROM made m JOIN asked a USING (player, fingerprint)
  )
  SELECT x.nth, x.play_id, x.key, x.at, x.partition, x."offset", x.fresh, nullif(k.play_id, x.play_id) AS key_names,
    set_config('synchronous_commit', $6, true)
  FROM answer x LEFT JOIN keyed k USING (nth)`

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

/** `again`: they were asked for before, and the answer, or the question, was lost. */
async function claimAll(
  database: Database,
  batch: readonly ClaimRequest[],
  commit: string,
  again: boolean,
): Promise<Claim[]> {
  const claims = new Map<number, Claim>()
  for (let round = 0; claims.size < batch.length; round++) {
    if (round === maxRounds) throw new Error(`claims without an answer after ${maxRounds} rounds`)
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
      // Of the very time of this request and in no ledger yet: this request made it when it was asked for first.
      const madeBefore = again && position === null && at === batch[nth]?.receivedAt
      claims.set(nth, { playId: play_id, at, key, position, fresh: fresh || madeBefore, keyNames: key_names })
    }
  }
  return [...claims].sort(([a], [b]) => a - b).map(([, claim]) => claim)
}

interface Located {
  readonly playId: number
  readonly position: Position
}

async function recordAll(database: Database, batch: readonly Located[]): Promise<true[]> {
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
