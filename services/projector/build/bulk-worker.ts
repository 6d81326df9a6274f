import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { topics } from '@stepledger/contracts/ledger/topic.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import type pg from 'pg'
import { bisect } from '../../platform/async/bisect.ts'
import type { Database } from '../../platform/database/database.ts'
import { isTransient } from '../../platform/database/transient-errors.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ExtraBuildFold } from '../fold/apply-batch.ts'
import { compareAndSet, FencedError, movesOf } from '../fold/fence.ts'
import type { BatchWorker } from '../fold/fold-worker.ts'
import { blame, UnfoldableError } from '../fold/unfoldable.ts'
import type { GenerationWithState } from '../generations/generations.ts'
import { type Encoded, encoder } from './bulk-encoder.ts'
import { copyIn } from './copy-in.ts'
import { isBare } from './is-bare.ts'

export interface BulkWorkerOptions {
  readonly database: Database
  readonly generation: GenerationWithState
  readonly log: Log
  readonly extraFold?: ExtraBuildFold | undefined
}

/**
 * Copies batches into the bare tables of a generation, from its checkpoints, and stops at an event that can't be folded.
 */
export function bulkWorker({ database, generation, log, extraFold }: BulkWorkerOptions): BatchWorker {
  const next = new Array<number>(topics.events.partitions).fill(0)
  const encodeNext = encoder(generation)
  const encoding = new WeakMap<readonly RecordedEvent[], Promise<Encoded>>()
  const encode = (records: readonly RecordedEvent[]) => {
    const encoded = encoding.get(records) ?? encodeNext(records)
    encoding.set(records, encoded)
    return encoded
  }

  async function copy(records: readonly RecordedEvent[]): Promise<void> {
    const encoded = await encode(records)
    if ('refused' in encoded) throw new Error(encoded.refused.reason)
    const moves = movesOf(records, next)
    const write = async (tx: pg.PoolClient) => {
      await compareAndSet(tx, generation.id, moves)
      if (!(await isBare(tx, generation.id)))
        throw new FencedError(`generation ${generation.id} was finished by another builder`)
      for (const each of encoded.copies) await copyIn(tx)(each)
      await extraFold?.(tx, { moves })
    }
    await database.transaction(write, { durable: false })
    for (const { partition, to } of moves) next[partition] = to
    if (encoded.unknown > 0) log.warn(`skipped ${encoded.unknown} events of unknown types`)
  }

  async function fold(records: readonly RecordedEvent[]): Promise<void> {
    const encoded = await encode(records)
    if (!('refused' in encoded)) {
      return bisect(records, {
        together: copy,
        alone: async (record, cause) => {
          throw new UnfoldableError(blame(record, cause), { cause })
        },
        isOfAll: (error) => error instanceof FencedError || isTransient(error),
      })
    }
    const { nth, reason } = encoded.refused
    if (nth > 0) await fold(records.slice(0, nth))
    const refused = records[nth]
    if (refused) throw new UnfoldableError(blame(refused, reason))
  }

  return {
    generation,
    next,
    async load() {
      const checkpoints = await readCheckpoints(database.pool, generation.id)
      for (const partition of next.keys()) next[partition] = itemAt(checkpoints, partition)
    },
    prepare(records) {
      // `fold` awaits the same promise and throws its error.
      encode(records).catch(() => {})
    },
    fold,
  }
}
