import { setImmediate } from 'node:timers/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { batchOf } from '@stepledger/projections/batch.ts'
import type { Copy } from '@stepledger/projections/bulk/copied-table.ts'
import { copyWriter } from '@stepledger/projections/bulk/copy-writer.ts'
import { decoder } from '@stepledger/projections/decode.ts'
import type { Tables } from '@stepledger/projections/generation.ts'

/**
 * A batch as rows for the bare tables of a generation, and how many of its events are of types that this code does not
 * know: passed over. Or which event of it can't be folded, and why.
 */
export type Encoded =
  | { readonly copies: readonly Copy[]; readonly unknown: number }
  | { readonly refused: { readonly nth: number; readonly reason: string } }

/** Yield to the event loop every this many events: a transaction may be under way beside this. */
const eventsATurn = 25

/**
 * Decodes and scores events and writes them as rows, one after the other: what is made of an event is let go before the
 * next, so that next to nothing is there for the collector to copy. Asked for batches in the order of the ledger.
 */
export function encoder({ schema, rules }: Tables) {
  const decode = decoder(rules)
  const writer = copyWriter(schema)

  /** False for an event of a type that this code does not know. */
  function add(record: RecordedEvent): boolean {
    const event = decode(record)
    if (event) writer.add(batchOf([event]))
    return event !== null
  }

  async function encode(records: readonly RecordedEvent[]): Promise<Encoded> {
    let unknown = 0
    for (const [nth, record] of records.entries()) {
      if (nth % eventsATurn === 0) await setImmediate()
      try {
        if (!add(record)) unknown += 1
      } catch (error) {
        writer.take()
        return { refused: { nth, reason: errorMessage(error) } }
      }
    }
    return { copies: writer.take(), unknown }
  }

  // A batch may be asked for while the one before is at its turns: there is one writer.
  let before: Promise<unknown> = Promise.resolve()
  return (records: readonly RecordedEvent[]): Promise<Encoded> => {
    const encoded = before.then(() => encode(records))
    before = encoded
    return encoded
  }
}
