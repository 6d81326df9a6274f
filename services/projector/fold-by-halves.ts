import { isPassing } from '../platform/database/passing-errors.ts'
import type { Recorded } from '../platform/ledger/ledger.ts'
import { FencedError } from './fence.ts'

export interface FoldByHalves {
  commit(records: readonly Recorded[]): Promise<void>
  /** What is done about the one that can't be folded. */
  alone(record: Recorded, error: unknown): Promise<void>
  /** Whether an error says nothing of the events, beside those that pass and the fence's. */
  isOfAll?(error: unknown): boolean
}

/** Tries the batch whole; when it can't be folded, its halves, until the one event that is to blame is alone. */
export async function foldByHalves(records: readonly Recorded[], how: FoldByHalves): Promise<void> {
  try {
    await how.commit(records)
  } catch (error) {
    if (error instanceof FencedError || isPassing(error) || how.isOfAll?.(error)) throw error
    const [only] = records
    if (only && records.length === 1) return how.alone(only, error)
    const middle = Math.ceil(records.length / 2)
    await foldByHalves(records.slice(0, middle), how)
    await foldByHalves(records.slice(middle), how)
  }
}
