import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { eventAnnounced } from '@stepledger/contracts/events/event-announced.ts'
import { type CompetitionDocument, timesOf } from '@stepledger/contracts/rules/competition-document.ts'
import { announcedCompetitions } from '../../projector/competitions/announced-competitions.ts'
import { recordAction } from '../audit/record-action.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { Store } from '../store.ts'

/** Compares the sample competition with the ledger. Throws CommandFailedError if it is closed. */
export async function sampleAnnouncement(
  { ledger }: Pick<Store, 'ledger'>,
  document: CompetitionDocument,
): Promise<'new' | 'replaced' | 'there'> {
  const { slug } = document
  const known = (await announcedCompetitions(ledger)).get(slug)
  if (!known) return 'new'
  if (known.closed) throw new CommandFailedError(`${slug} is closed and cannot be changed`)
  return isDeepStrictEqual(known.document, document) ? 'there' : 'replaced'
}

export async function announceSample(store: Store, document: CompetitionDocument): Promise<void> {
  const key = document.slug
  // In the past, like the sample plays: two weeks before the start.
  const at = Math.min(Date.now(), timesOf(document).start - 14 * 86_400_000)
  const competition = { id: randomUUID(), at, key, data: { document } }
  const { offset } = await store.ledger.append('rules', {
    key,
    bytes: encodeEvent(eventAnnounced, competition),
  })
  await recordAction(store, { what: 'Event announced', details: { event: key, offset: String(offset) } })
}
