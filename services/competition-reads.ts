import type { Closing } from '@stepledger/contracts/competition/competition.ts'
import { knownAmong } from '@stepledger/projections/catalogue/reads.ts'
import { erasedPlayers } from '@stepledger/projections/players/reads.ts'
import { type ReadDatabase, readable } from '@stepledger/projections/read-database.ts'
import type { CompetitionScore } from '@stepledger/projections/standings/competition-standings.ts'
import { settledUpTo } from '@stepledger/projections/standings/progress.ts'
import { scoresOfRecord } from '@stepledger/projections/standings/recorded-scores.ts'
import { recordedScoresOf } from './competition-streams.ts'
import type { CompetitionReads } from './competitions/competitions.ts'
import type { Database } from './platform/database/database.ts'
import type { Ledger } from './platform/ledger/ledger.ts'
import type { Progress } from './progress.ts'
import { awaitScores } from './projector/competitions/await-scores.ts'
import { standingsOfScores, standingsUnderDocuments } from './projector/competitions/compute-standings.ts'
import { competitionMoves } from './projector/competitions/moves.ts'

interface Deps {
  readonly database: Database
  readonly ledger: Pick<Ledger, 'read' | 'ends'>
  readonly readModels: ReadDatabase
  readonly progress: Pick<Progress, 'current'>
}

/** What the service of competitions reads of the live generation, and the standings that the projector computes. */
export function competitionReads({ database, ledger, readModels, progress }: Deps): CompetitionReads {
  const live = () => progress.current()?.generation ?? null

  /** By chart. */
  async function* recordedScores(closing: string): AsyncGenerator<CompetitionScore[]> {
    const generation = live()
    const erased = new Set(generation ? await erasedPlayers(readable(generation, readModels)) : [])
    for await (const event of recordedScoresOf(ledger, closing))
      yield scoresOfRecord(event).filter(({ player }) => !erased.has(player))
  }

  return {
    async knownCharts(hashes) {
      const generation = live()
      return generation ? knownAmong(readable(generation, readModels), hashes) : []
    },
    systems: () => live()?.rules.systems.map(({ name }) => name) ?? null,
    async moves(before, after) {
      const generation = live()
      const documents = before ? [before, after] : [after]
      const made = generation ? await standingsUnderDocuments(database, generation, documents) : []
      const [old = [], now = []] = before ? made : [[], ...made]
      return competitionMoves(old, now)
    },
    countScores: (document, options) => awaitScores({ database, ledger }, document, options),
    async movesSinceClosing(document, closing, counted) {
      const before = await standingsOfScores(document, recordedScores(closing))
      return competitionMoves(before, await standingsOfScores(document, countedScores(counted)))
    },
    async areSettled(offset) {
      const generation = live()
      return generation !== null && (await settledUpTo(database.pool, generation.schema)) > offset
    },
  }
}

function* countedScores({ records }: Pick<Closing, 'records'>): Generator<CompetitionScore[]> {
  for (const data of records) yield scoresOfRecord({ data })
}
