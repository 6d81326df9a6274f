import { setImmediate } from 'node:timers/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { batchOf } from '@stepledger/projections/batch.ts'
import type { Copy } from '@stepledger/projections/bulk/copied-table.ts'
import { copyWriter } from '@stepledger/projections/bulk/copy-writer.ts'
import { decoder } from '@stepledger/projections/decode.ts'
import type { Tables } from '@stepledger/projections/generation.ts'

/**
 * A batch encoded as rows for the bare tables of a generation, and the number of its events of unknown types, which are
 * skipped. Or the index of the first event that can't be folded, and the reason.
 */
export type Encoded =
  | { readonly copies: readonly Copy[]; readonly unknown: number }
  | { readonly refused: { readonly nth: number; readonly reason: string } }

/** Events between yields to the event loop, because a transaction may run concurrently. */
const eventsPerTurn = 25

/**
 * Decodes, scores and encodes events one at a time, so that the objects of an event are garbage before the next and
 * collections copy little. Batches must be passed in ledger order.
 */
export function encoder({ schema, rules }: Tables) {
  const decode = decoder(rules)
  const writer = copyWriter(schema)

  /** Returns false for an event of an unknown type. */
  function add(record: RecordedEvent): boolean {
    const event = decode(record)
    if (event) writer.add(batchOf([event]))
    return event !== null
  }

  async function encode(records: readonly RecordedEvent[]): Promise<Encoded> {
    let unknown = 0
    for (const [nth, record] of records.entries()) {
      if (nth % eventsPerTurn === 0) await setImmediate()
      try {
        if (!add(record)) unknown += 1
      } catch (error) {
        writer.take()
        return { refused: { nth, reason: errorMessage(error) } }
      }
    }
    return { copies: writer.take(), unknown }
  }

  // Calls are serialized, because the writer is shared.
  let previous: Promise<unknown> = Promise.resolve()
  return (records: readonly RecordedEvent[]): Promise<Encoded> => {
    const encoded = previous.then(() => encode(records))
    previous = encoded
    return encoded
  }
}
