import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { erasedPlayers } from '@stepledger/projections/players/reads.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import type { CompetitionScore } from '@stepledger/projections/standings/competition-standings.ts'
import { scoresOfRecord } from '@stepledger/projections/standings/recorded-scores.ts'
import { awaitScores } from '../../projector/competitions/await-scores.ts'
import type { CountedScores } from '../../projector/competitions/count-scores.ts'
import { recordedScoresOf } from '../../projector/competitions/scores-of-closing.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { Store } from '../store.ts'

/** Default timeout of waiting for the projector, ms. */
const waitMs = 30_000

/**
 * Counts the scores once everything now in the ledger is folded and the standings are settled. Throws CommandFailedError on a
 * timeout.
 */
export async function scoresToClose(
  store: Pick<Store, 'database' | 'ledger'>,
  document: CompetitionDocument,
  { signal, timeoutMs = waitMs }: { signal: AbortSignal; timeoutMs?: number },
): Promise<CountedScores> {
  const closing = await awaitScores(store, document, { signal, timeoutMs })
  if (!closing)
    throw new CommandFailedError(
      'Not all plays are folded yet, or the standings are not up to date: see `ledger status`. Nothing was closed',
    )
  return closing
}

/** The scores recorded by a closing, by chart, without those of players erased since. */
export async function* recordedScores(
  { database, ledger, readModels }: Pick<Store, 'database' | 'ledger' | 'readModels'>,
  closing: string,
): AsyncGenerator<CompetitionScore[]> {
  const live = await readLiveGeneration(database)
  const erased = new Set(live ? await erasedPlayers(readable(live, readModels)) : [])
  for await (const event of recordedScoresOf(ledger, closing))
    yield scoresOfRecord(event).filter(({ player }) => !erased.has(player))
}

export function* scoresOf({ records }: CountedScores): Generator<CompetitionScore[]> {
  for (const data of records) yield scoresOfRecord({ data })
}
