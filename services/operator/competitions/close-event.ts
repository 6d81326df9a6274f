import type { EventDocument } from '@stepledger/contracts/rules/event-document.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { erasedPlayers } from '@stepledger/projections/players/reads.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import type { EventScore } from '@stepledger/projections/standings/event-standings.ts'
import { scoresOfRecord } from '@stepledger/projections/standings/recorded-scores.ts'
import { scoresOfClosing } from '../../platform/ledger/scores-of-closing.ts'
import { awaitScores } from '../../projector/competitions/await-scores.ts'
import type { Closing } from '../../projector/competitions/count-scores.ts'
import { UnableError } from '../exit-codes.ts'
import type { Store } from '../store.ts'

/** How long to wait for the projector by default, ms. */
const waitMs = 30_000

/**
 * Counts the scores once all that is in the ledger now is folded and its standings are made. Throws UnableError after
 * `patienceMs`.
 */
export async function scoresToClose(
  store: Pick<Store, 'database' | 'ledger'>,
  document: EventDocument,
  { signal, patienceMs = waitMs }: { signal: AbortSignal; patienceMs?: number },
): Promise<Closing> {
  const closing = await awaitScores(store, document, { signal, patienceMs })
  if (!closing)
    throw new UnableError(
      'Not all plays are folded yet, or standings have not followed: `ledger status` says how far it is. Nothing was closed',
    )
  return closing
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
