import { setImmediate } from 'node:timers/promises'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { FoldEvent } from '@stepledger/projections/batch.ts'
import type { DecodeForFold } from '@stepledger/projections/fold/fold.ts'

/** A decoded and scored record. `event` is null for an unknown type. */
export type Prepared = { readonly record: RecordedEvent } & (
  | { readonly event: FoldEvent | null }
  | { readonly error: unknown }
)

/** Events between yields to the event loop, because a transaction may run concurrently. */
export const eventsPerTurn = 5

/** Decodes and scores a record. */
export function prepareEvent(record: RecordedEvent, decode: DecodeForFold): Prepared {
  try {
    return { record, event: decode(record) }
  } catch (error) {
    return { record, error }
  }
}

/** Decodes and scores a batch, in its order. */
export async function prepareBatch(
  records: readonly RecordedEvent[],
  decode: DecodeForFold,
): Promise<readonly Prepared[]> {
  const prepared: Prepared[] = []
  for (const [i, record] of records.entries()) {
    if (i % eventsPerTurn === 0) await setImmediate()
    prepared.push(prepareEvent(record, decode))
  }
  return prepared
}
