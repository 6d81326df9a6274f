import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { ToAppend } from './append-batch.ts'
import { type Batcher, createBatcher } from './batcher.ts'

interface BatchLimits {
  /** Maximum size of a batch, bytes. */
  readonly batchBytes: number
  /** Limit of queued bytes; beyond it appends reject with LedgerBusyError. */
  readonly queueBytes?: number | undefined
}

/** Approximate memory overhead of a queued event, bytes. */
const overheadBytes = 500

/** Batches the appends to one topic; `send` stores a batch. */
export function batchAppends(
  send: (batch: readonly ToAppend[]) => Promise<readonly Position[]>,
  { batchBytes, queueBytes = 64 * 1024 * 1024 }: BatchLimits,
): Batcher<ToAppend, Position> {
  return createBatcher({
    send,
    bytesOf: ({ key, bytes }) => bytes.length + key.length + overheadBytes,
    lingerMs: 2,
    batchBytes,
    queueBytes,
  })
}
