import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Database } from '../platform/database/database.ts'
import { createBatcher } from '../platform/ledger/batcher.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { SqlToWrite } from '../platform/ledger/sql-to-write.ts'
import { playIdPool } from './play-ids/play-id-pool.ts'
import type { PlayToWrite, WrittenPlay } from './written-play.ts'

/** Claims and appends new plays in one statement. */
export interface SingleStatementWriter {
  /**
   * `written` is null when any play of the batch is already claimed, or its key is: the caller falls back to claims. If
   * they have it under `attemptedId`, this write was committed and only its response was lost. Throws as appends do.
   */
  write(play: PlayToWrite): Promise<{ readonly attemptedId: number; readonly written: WrittenPlay | null }>
  drained(): Promise<void>
}

interface NewPlay extends PlayToWrite {
  readonly playId: number
  readonly bytes: Uint8Array
}

/**
 * Null unless the ledger is in the same Postgres. One statement costs one round trip and one flush, and needs no later
 * update of the position. Nearly every play is new; the statement does not report which play of a batch is not.
 */
export function singleStatementWriter(database: Database, ledger: Ledger): SingleStatementWriter | null {
  const { appendWithSql } = ledger
  if (!appendWithSql) return null
  const nextId = playIdPool(database)
  const { add, drained } = createBatcher<NewPlay, Position | null>({
    async send(batch) {
      const events = batch.map(({ player, bytes }) => ({ key: player, bytes }))
      const positions = await appendWithSql('events', events, insertClaims(batch)).catch(emptyOnConflict)
      return positions.length > 0 ? positions : batch.map(() => null)
    },
    bytesOf: ({ bytes }) => bytes.length + overheadBytes,
    lingerMs: 4,
    batchBytes: 16 * 1024 * 1024,
    queueBytes: 64 * 1024 * 1024,
  })
  return {
    async write(play) {
      const playId = await nextId()
      const { receivedAt: at, key } = play
      const bytes = play.encode({ playId, at, key })
      const position = await add({ ...play, playId, bytes })
      const written = position && { playId, position, duplicate: false, keyNames: null }
      return { attemptedId: playId, written }
    },
    drained,
  }
}

/** Approximate memory of a queued event in addition to its bytes. */
const overheadBytes = 1_000

function insertClaims(batch: readonly NewPlay[]): SqlToWrite {
  return {
    name: 'claims',
    unless: `EXISTS (
      SELECT FROM unnest($2::uuid[], $3::bytea[]) AS a(player, fingerprint) JOIN ingest.claims c USING (player, fingerprint)
    ) OR EXISTS (
      SELECT FROM unnest($2::uuid[], $4::text[]) AS a(player, key) JOIN ingest.claims c USING (player, key)
    )`,
    write: `
      INSERT INTO ingest.claims (play_id, player, fingerprint, key, at, partition, "offset")
      SELECT a.play_id, a.player, a.fingerprint, a.key, a.at, placed.partition, placed."offset"
      FROM unnest($1::bigint[], $2::uuid[], $3::bytea[], $4::text[], $5::bigint[]) WITH ORDINALITY
        AS a(play_id, player, fingerprint, key, at, nth)
      JOIN placed USING (nth)
      ORDER BY a.player, a.fingerprint`,
    values: [
      batch.map((play) => play.playId),
      batch.map((play) => play.player),
      batch.map((play) => play.fingerprint),
      batch.map((play) => play.key),
      batch.map((play) => play.receivedAt),
    ],
  }
}

/** A concurrent claim, or two plays of the batch with the same key: nothing was stored. */
function emptyOnConflict(error: unknown): Position[] {
  if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return []
  throw error
}

const uniqueViolation = '23505'
