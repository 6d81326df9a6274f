import { finished } from 'node:stream/promises'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { CopyIn } from '@stepledger/projections/copied-table.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { bisect } from '../../platform/async/bisect.ts'
import type { Database } from '../../platform/database/database.ts'
import { isTransient } from '../../platform/database/transient-errors.ts'
import type { Log } from '../../platform/log/log.ts'
import { compareAndSet, FencedError, type Move, movesOf } from '../fold/fence.ts'
import type { BatchWorker } from '../fold/fold-worker.ts'
import { logParked, park, readParkedKeys, toParked, UnfoldableError } from '../fold/parking.ts'
import type { GenerationWithState } from '../generations/generations.ts'
import { type Encoded, encoder } from './bulk-encoder.ts'

/** An additional fold, for tests that count effects. */
export type ExtraBuildFold = (tx: pg.PoolClient, batch: { readonly moves: readonly Move[] }) => Promise<void>

export interface BulkWorkerOptions {
  readonly database: Database
  readonly generation: GenerationWithState
  readonly log: Log
  readonly extraFold?: ExtraBuildFold | undefined
}

/** Copies batches into the bare tables of a generation, from its checkpoints, and parks events that can't be folded. */
export function bulkWorker({ database, generation, log, extraFold }: BulkWorkerOptions): BatchWorker {
  const next: number[] = []
  let parkedKeys = new Set<string>()
  const encodeNext = encoder(generation)
  const ahead = new WeakMap<readonly RecordedEvent[], { keys: number; encoded: Promise<Encoded> }>()
  const encode = (records: readonly RecordedEvent[]) => {
    const known = ahead.get(records)
    // Events of keys that were parked since then are parked too.
    if (known?.keys === parkedKeys.size) return known.encoded
    const encoded = encodeNext(records, parkedKeys)
    ahead.set(records, { keys: parkedKeys.size, encoded })
    return encoded
  }

  async function commit(records: readonly RecordedEvent[], batch: Encoded): Promise<void> {
    const { copies, parked, unknown } = batch
    const moves = movesOf(records, next)
    const write = async (tx: pg.PoolClient) => {
      await compareAndSet(tx, generation.id, moves)
      if (!(await isBare(tx, generation.id)))
        throw new FencedError(`generation ${generation.id} was finished by another builder`)
      for (const each of copies) await copyIn(tx)(each)
      if (parked.length > 0) await park(tx, generation.id, parked)
      await extraFold?.(tx, { moves })
    }
    await database.transaction(write, { durable: false })
    for (const { partition, to } of moves) next[partition] = to
    for (const { key } of parked) parkedKeys.add(key)
    logParked(log, generation.id, parked)
    if (unknown > 0) log.warn(`skipped ${unknown} events of unknown types`)
  }

  return {
    generation,
    next,
    async load() {
      const checkpoints = await readCheckpoints(database.pool, generation.id)
      parkedKeys = await readParkedKeys(database, generation.id)
      next.splice(0, next.length, ...checkpoints)
    },
    prepare(records) {
      // `fold` awaits the same promise and throws its error.
      encode(records).catch(() => {})
    },
    fold: (records) =>
      bisect(records, {
        together: async (part) => commit(part, await encode(part)),
        alone: (record, error) =>
          commit([record], { copies: [], parked: [toParked(record, error)], unknown: 0 }),
        isUnrelatedToItem: (error) =>
          error instanceof FencedError || error instanceof UnfoldableError || isTransient(error),
      }),
  }
}

/** Whether the tables of this generation have no keys and indexes yet, and are being filled in bulk. */
export async function isBare(connection: Queryable, generation: number): Promise<boolean> {
  const { rows } = await connection.query({
    text: 'select from projector.generations where id = $1 and bare',
    values: [generation],
  })
  return rows.length === 1
}

/** COPY FROM STDIN over this connection. */
export function copyIn(client: pg.ClientBase): CopyIn {
  return async ({ into, rows }) => {
    const stream = client.query(copyFrom(`copy ${into} from stdin`))
    stream.end(rows)
    await finished(stream)
  }
}
