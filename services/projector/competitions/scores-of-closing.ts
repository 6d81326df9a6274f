import type { EventScoresRecorded } from '@stepledger/contracts/competition/events.ts'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'

/** Yields the scores recorded when a competition was closed, in ledger order. Reads the whole topic `rules`. */
export async function* recordedScoresOf(
  ledger: Pick<Ledger, 'read'>,
  closing: string,
): AsyncGenerator<EventScoresRecorded> {
  for await (const batch of ledger.read('rules', [0])) {
    for (const { bytes } of batch) {
      const event = decodeEvent(bytes)
      if (event?.type === 'EventScoresRecorded' && event.data.closing === closing) yield event
    }
  }
}
