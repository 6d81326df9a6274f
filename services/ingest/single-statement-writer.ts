import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Database } from '../platform/database/database.ts'
import { createBatcher } from '../platform/ledger/batcher.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { SqlToWrite } from '../platform/ledger/sql-to-write.ts'
import { playIdPool } from './play-ids/play-id-pool.ts'
import type { PlayToWrite, WrittenPlay } from './written-play.ts'

/** Writes plays that were never sent before. */
export interface SingleStatementWriter {
  /**
   * Null `written` when this play, or another one of its batch, is known or its key is taken: then claims must say what
   * it is. When they know it under the id `tried`, it was written here after all, and only the answer of the commit was
   * lost. Throws as appends do.
   */
  write(play: PlayToWrite): Promise<{ readonly tried: number; readonly written: WrittenPlay | null }>
  drained(): Promise<void>
}

interface NewPlay extends PlayToWrite {
  readonly playId: number
  readonly bytes: Uint8Array
}

/**
 * Where the ledger lies in the same Postgres, a new play is claimed and appended in one statement: one way there and
 * back, one wait for the disk, and no position to be noted afterwards. Nearly every play is new; which of a batch is
 * not, the statement does not tell.
 */
export function singleStatementWriter(database: Database, ledger: Ledger): SingleStatementWriter | null {
  const { appendWithSql } = ledger
  if (!appendWithSql) return null
  const nextId = playIdPool(database)
  const { add, drained } = createBatcher<NewPlay, Position | null>({
    async send(batch) {
      const events = batch.map(({ player, bytes }) => ({ key: player, bytes }))
      const positions = await appendWithSql('events', events, claimsBeside(batch)).catch(
        noneWhenClaimedMeanwhile,
      )
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
      return { tried: playId, written }
    },
    drained,
  }
}

/** What an event costs in memory beside its bytes, roughly. */
const overheadBytes = 1_000

function claimsBeside(batch: readonly NewPlay[]): SqlToWrite {
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

/**
 * Another process claimed one of them since the statement began, or two of them bear the same key. Nothing was stored.
 */
function noneWhenClaimedMeanwhile(error: unknown): Position[] {
  if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return []
  throw error
}

const uniqueViolation = '23505'
