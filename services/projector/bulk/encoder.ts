import { setImmediate } from 'node:timers/promises'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { maxRows } from '@stepledger/contracts/play/columns.ts'
import { batchOf } from '@stepledger/projections/batch.ts'
import { type Copy, copyWriter } from '@stepledger/projections/bulk/copies.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { compileRules } from '@stepledger/projections/scoring/interpreter.ts'
import { playToScore } from '@stepledger/projections/scoring/score-event.ts'
import type { Recorded } from '../../platform/ledger/ledger.ts'

/**
 * A batch as rows for the bare tables of a generation, and how many of its events are of types that this code does not know: passed over. Or
 * which event of it can't be folded, and why.
 */
export type Encoded =
  | { readonly copies: readonly Copy[]; readonly unknown: number }
  | { readonly refused: { readonly nth: number; readonly reason: string } }

/** After so many events whoever waits gets a turn: a transaction that is under way beside this. */
const eventsATurn = 25

/**
 * Decodes and scores events and writes them as rows, one after the other: what is made of an event is let go before the next, so that next
 * to nothing is there for the collector to copy. Asked for batches in the order of the ledger.
 */
export function encoder({ schema, rules }: Pick<Generation, 'schema' | 'rules'>) {
  const scorer = compileRules(rules)
  const writer = copyWriter(schema)
  // Where the offsets of the play lie that is being scored.
  const room = new Float32Array(maxRows)

  /** False for an event of a type that this code does not know. */
  function add({ partition, offset, bytes }: Recorded): boolean {
    const event = decodeEvent(bytes)
    if (!event) return false
    const placed = { partition, offset, event }
    writer.add(batchOf([placed], (play) => scorer.score(playToScore(play.data, null, room))))
    return true
  }

  async function encode(records: readonly Recorded[]): Promise<Encoded> {
    let unknown = 0
    for (const [nth, record] of records.entries()) {
      if (nth % eventsATurn === 0) await setImmediate()
      try {
        if (!add(record)) unknown += 1
      } catch (error) {
        writer.take()
        return { refused: { nth, reason: error instanceof Error ? error.message : String(error) } }
      }
    }
    return { copies: writer.take(), unknown }
  }

  // A batch may be asked for while the one before is at its turns: there is one writer.
  let before: Promise<unknown> = Promise.resolve()
  return (records: readonly Recorded[]): Promise<Encoded> => {
    const encoded = before.then(() => encode(records))
    before = encoded
    return encoded
  }
}
