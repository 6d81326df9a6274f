import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { type Batch, batchOf, type Positioned } from '@stepledger/projections/batch.ts'
import { decoder } from '@stepledger/projections/fold/fold.ts'
import type { RecordedAt } from '@stepledger/projections/generation.ts'

/** An event as the ledger returns it. */
export function recorded({ partition, offset, event }: Positioned): RecordedEvent {
  return { partition, offset, bytes: encodeAnyEvent(event) }
}

/** A ledger that returns these events. */
export function recordedIn(events: readonly Positioned[]): RecordedAt {
  return async (positions) =>
    positions.map(({ partition, offset }) => {
      const found = events.find((placed) => placed.partition === partition && placed.offset === offset)
      if (!found) throw new Error(`no event at ${partition}:${offset}`)
      return recorded(found)
    })
}

/** Decodes events into batches as the projector does. */
export function batchesOf(rules: Rules): (events: readonly Positioned[]) => Batch {
  const decode = decoder(rules)
  return (events) => batchOf(events.flatMap((placed) => decode(recorded(placed)) ?? []))
}
