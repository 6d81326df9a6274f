import { decodeOrNull } from '@stepledger/contracts/events/codec.ts'
import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { checkNewEvents, keepChecked } from '../../platform/ledger/checked-offsets.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'

const greatestRow = z.tuple([z.object({ id: z.int() })])

/**
 * Moves the sequence of play ids above every id in the ledger and in the claims, and adds missing claims. Needed when the
 * database was restored from a backup that is older than the ledger: its sequence would issue ids that other plays have.
 * Otherwise it reads the events of the last minute. Returns work for once a minute (`keepChecked`).
 */
export async function continuePlayIds(database: Database, ledger: Ledger): Promise<() => Promise<number>> {
  const checking = { database, ledger, schema: 'ingest' } as const
  const known = await checkNewEvents(checking, adoptPlays)
  const { rows } = await database.retrying(() =>
    database.pool.query('SELECT coalesce(max(play_id), 0) AS id FROM ingest.claims'),
  )
  const [{ id }] = greatestRow.parse(rows)
  if (id > 0) await database.retrying(() => continueAbove(database.pool, id))
  return keepChecked(checking, known, adoptPlays)
}

type Adopted = RecordedEvent & { readonly event: PlaySubmitted }

const uuid = z.uuid()

/**
 * Adds missing claims of the plays among these events, so that a repeated play keeps its id, and moves the sequence of
 * play ids above theirs. Idempotent.
 */
async function adoptPlays(tx: Queryable, events: readonly RecordedEvent[]): Promise<void> {
  const plays: Adopted[] = []
  let greatest = 0
  for (const record of events) {
    const event = decodeOrNull(record.bytes)
    if (event?.type !== 'PlaySubmitted') continue
    greatest = Math.max(greatest, event.data.playId)
    if (uuid.safeParse(event.key).success) plays.push({ ...record, event })
  }
  if (greatest > 0) await continueAbove(tx, greatest)
  if (plays.length > 0) await insertClaims(tx, plays)
}

/** Moves the sequence of play ids, unless it is above `id` already. */
async function continueAbove(tx: Queryable, id: number): Promise<void> {
  await tx.query({
    text: `SELECT setval('ingest.play_ids', $1::bigint)
      FROM ingest.play_ids WHERE last_value < $1::bigint OR (NOT is_called AND last_value = $1::bigint)`,
    values: [id],
  })
}

/**
 * A second event of a play, or of the same content, changes nothing. Players without an account send no plays, and of
 * erased ones nothing is stored.
 */
async function insertClaims(tx: Queryable, plays: readonly Adopted[]): Promise<void> {
  await tx.query({
    text: `
      INSERT INTO ingest.claims (play_id, player, fingerprint, key, at, partition, "offset")
      SELECT a.*
      FROM unnest($1::bigint[], $2::uuid[], $3::bytea[], $4::text[], $5::bigint[], $6::smallint[], $7::bigint[])
        AS a(play_id, player, fingerprint, key, at, partition, "offset")
      JOIN accounts.player_secrets s ON s.player_id = a.player
      ON CONFLICT DO NOTHING`,
    values: [
      plays.map(({ event }) => event.data.playId),
      plays.map(({ event }) => event.key),
      plays.map(({ event }) => event.data.fingerprint),
      plays.map(({ event }) => event.data.playKey),
      plays.map(({ event }) => event.at),
      plays.map(({ partition }) => partition),
      plays.map(({ offset }) => offset),
    ],
  })
}
