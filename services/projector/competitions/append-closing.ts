import { randomUUID } from 'node:crypto'
import type { ActedBy } from '@stepledger/contracts/events/acted-by.ts'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { eventClosed } from '@stepledger/contracts/events/event-closed.ts'
import { eventScoresRecorded } from '@stepledger/contracts/events/event-scores-recorded.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import type { Closing } from './count-scores.ts'

/**
 * Appends the scores, then the closing event, and returns its offset. `at`: ms since 1970. `by`: the operator, if any.
 * Scores without a closing event, as after a crash, have no effect, and the competition can be closed again.
 */
export async function appendClosing(
  ledger: Pick<Ledger, 'append'>,
  { records, closed }: Closing,
  at: number,
  by?: ActedBy,
): Promise<number> {
  const key = closed.slug
  for (const data of records)
    await ledger.append('rules', {
      key,
      bytes: encodeEvent(eventScoresRecorded, { id: randomUUID(), at, key, data }),
    })
  const bytes = encodeEvent(eventClosed, { id: randomUUID(), at, key, data: { ...closed, by } })
  return (await ledger.append('rules', { key, bytes })).offset
}
