import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { EventScoresRecorded } from '@stepledger/contracts/events/event-scores-recorded.ts'
import type { Ledger } from './ledger.ts'

/**
 * What was recorded when an event was closed, chart by chart, in the order of the ledger. Reads the topic `rules`
 * whole.
 */
export async function* scoresOfClosing(
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
