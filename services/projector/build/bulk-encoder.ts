import { setImmediate } from 'node:timers/promises'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { batchOf } from '@stepledger/projections/batch.ts'
import type { Copy } from '@stepledger/projections/copied-table.ts'
import { copyWriter } from '@stepledger/projections/fold/bulk-tables.ts'
import { decoder } from '@stepledger/projections/fold/fold.ts'
import type { Tables } from '@stepledger/projections/generation.ts'
import { eventClassifier, type Parked } from '../fold/parking.ts'
import { eventsPerTurn, prepareEvent } from '../fold/prepare-batch.ts'

/** A batch encoded as rows for the bare tables of a generation. */
export interface Encoded {
  readonly copies: readonly Copy[]
  /** Events that can't be folded, and those of parked keys. */
  readonly parked: readonly Parked[]
  /** Number of events of unknown types, which are skipped. */
  readonly unknown: number
}

/**
 * Decodes, scores and encodes events one at a time, so that the objects of an event are garbage before the next and
 * collections copy little. Batches must be passed in ledger order. `parkedKeys` are read when the encoding begins. The
 * encoding throws UnfoldableError.
 */
export function encoder({ schema, rules }: Tables) {
  const decode = decoder(rules)
  const writer = copyWriter(schema)

  async function encode(
    records: readonly RecordedEvent[],
    parkedKeys: ReadonlySet<string>,
  ): Promise<Encoded> {
    const classify = eventClassifier(parkedKeys)
    const parked: Parked[] = []
    let unknown = 0
    try {
      for (const [nth, record] of records.entries()) {
        if (nth % eventsPerTurn === 0) await setImmediate()
        const classified = classify(prepareEvent(record, decode))
        if (classified === 'unknown') unknown += 1
        else if ('event' in classified) writer.add(batchOf([classified.event]))
        else parked.push(classified.parked)
      }
      return { copies: writer.take(), parked, unknown }
    } catch (error) {
      // Discards the rows of this batch.
      writer.take()
      throw error
    }
  }

  // Calls are serialized, because the writer is shared.
  let previous: Promise<unknown> = Promise.resolve()
  return (records: readonly RecordedEvent[], parkedKeys: ReadonlySet<string>): Promise<Encoded> => {
    const encoded = previous.then(() => encode(records, parkedKeys))
    previous = encoded.catch(() => {})
    return encoded
  }
}
