import { setImmediate } from 'node:timers/promises'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { FoldEvent } from '@stepledger/projections/batch.ts'
import type { DecodeForFold } from '@stepledger/projections/decode.ts'

/** What can be known of a record before it is folded; null for an event of a type that this code does not know. */
export type Prepared = { readonly record: RecordedEvent } & (
  | { readonly event: FoldEvent | null }
  | { readonly error: unknown }
)

/** Yield to the event loop every this many events: a transaction may be under way beside this. */
const eventsATurn = 25

/** Decodes and scores a batch, in its order. */
export async function prepareBatch(
  records: readonly RecordedEvent[],
  decode: DecodeForFold,
): Promise<readonly Prepared[]> {
  const prepared: Prepared[] = []
  for (const [i, record] of records.entries()) {
    if (i % eventsATurn === 0) await setImmediate()
    try {
      prepared.push({ record, event: decode(record) })
    } catch (error) {
      prepared.push({ record, error })
    }
  }
  return prepared
}
