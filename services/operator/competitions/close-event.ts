import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { eventClosed } from '@stepledger/contracts/events/event-closed.ts'
import { eventScoresRecorded } from '@stepledger/contracts/events/event-scores-recorded.ts'
import type { EventDocument } from '@stepledger/contracts/rules/event-document.ts'
import { erasedPlayers } from '@stepledger/projections/players/reads.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import type { EventScore } from '@stepledger/projections/standings/event-standings.ts'
import { scoresOfRecord } from '@stepledger/projections/standings/recorded-scores.ts'
import { readLiveGeneration } from '../../platform/generations/live-generation.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { scoresOfClosing } from '../../platform/ledger/scores-of-closing.ts'
import { UnableError } from '../exit-codes.ts'
import type { Store } from '../store.ts'
import { type Closing, countScores } from './count-scores.ts'

/** How long to wait for the projector unless told, ms; and how often to look. */
const waitMs = 30_000
const lookEveryMs = 100

/** Counts the scores once all that is in the ledger now is folded and its standings are made. Throws UnableError after `patienceMs`. */
export async function awaitScores(
  store: Pick<Store, 'database' | 'ledger'>,
  document: EventDocument,
  { signal, patienceMs = waitMs }: { signal: AbortSignal; patienceMs?: number },
): Promise<Closing> {
  const ends = await store.ledger.ends('events')
  const deadline = performance.now() + patienceMs
  for (;;) {
    const closing = await countScores(store, document, ends)
    if (closing) return closing
    if (performance.now() > deadline)
      throw new UnableError(
        'Not all plays are folded yet, or standings have not followed: `ledger status` says how far it is. Nothing was closed',
      )
    await sleep(lookEveryMs, undefined, { signal })
  }
}

/** The scores as they were recorded by a closing, chart by chart, less those of players who were erased since. */
export async function* recordedScores(
  { database, ledger, readModels }: Pick<Store, 'database' | 'ledger' | 'readModels'>,
  closing: string,
): AsyncGenerator<EventScore[]> {
  const live = await readLiveGeneration(database)
  const erased = new Set(live ? await erasedPlayers(readable(live, readModels)) : [])
  for await (const event of scoresOfClosing(ledger, closing))
    yield scoresOfRecord(event).filter(({ player }) => !erased.has(player))
}

/** The scores that are about to be recorded, chart by chart. */
export function* scoresOf({ records }: Closing): Generator<EventScore[]> {
  for (const data of records) yield scoresOfRecord({ data })
}

/**
 * Records the scores, then that the event is closed; gives where that lies. `at`: ms since 1970. Cut off in between, what was recorded means
 * nothing, and the event can be closed again.
 */
export async function appendClosing(
  ledger: Pick<Ledger, 'append'>,
  { records, closed }: Closing,
  at: number,
): Promise<number> {
  const key = closed.slug
  for (const data of records)
    await ledger.append('rules', {
      key,
      bytes: encodeEvent(eventScoresRecorded, { id: randomUUID(), at, key, data }),
    })
  const bytes = encodeEvent(eventClosed, { id: randomUUID(), at, key, data: closed })
  return (await ledger.append('rules', { key, bytes })).offset
}
