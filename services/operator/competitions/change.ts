import { isDeepStrictEqual } from 'node:util'
import type { CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import { differences } from '@stepledger/contracts/rules/document-differences.ts'
import { knownAmong } from '@stepledger/projections/catalogue/reads.ts'
import {
  readLiveGeneration,
  type StoredGeneration,
} from '@stepledger/projections/generations/live-generation.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { type AllStandings, standingsUnderDocuments } from '../../projector/competitions/compute-standings.ts'
import { competitionMoves } from '../../projector/competitions/moves.ts'
import { UsageError } from '../exit-codes.ts'
import { count, counted } from '../format-text.ts'
import { printable } from '../printable.ts'
import type { Store } from '../store.ts'
import { fileOf } from './competition-file.ts'
import { linesOfCompetitionMoves, type NamedCompetitionMoves, withNames } from './show-moves.ts'

/** The effect of a new document of a competition. */
interface Change {
  /** Differences between the documents in file form: `grace: 3600 → 7200`. Empty for a new competition. */
  readonly differences: readonly string[]
  readonly new: boolean
  readonly warnings: readonly string[]
  readonly moves: NamedCompetitionMoves
}

interface Documents {
  /** Null: not announced yet. */
  readonly before: CompetitionState | null
  readonly after: CompetitionDocument
  /** Allows charts that no play and no pack contains. */
  readonly unknown: boolean
}

/** Null when nothing would change. Throws UsageError for unknown charts. */
export async function changeOf(store: Store, { before, after, unknown }: Documents): Promise<Change | null> {
  const old = before?.document ?? null
  if (isDeepStrictEqual(old, after)) return null
  const live = await readLiveGeneration(store.database)
  const warnings = await chartWarnings(store, live, { before: old, after, unknown })
  const systems = live?.rules.systems.map(({ name }) => name) ?? after.boards
  const unscored = after.boards.filter((board) => !systems.includes(board))
  const none: AllStandings = []
  const documents = old ? [old, after] : [after]
  const made = live ? await standingsUnderDocuments(store.database, live, documents) : []
  const [first = none, second = none] = old ? made : [none, ...made]
  return {
    differences: old ? differences(fileOf(old), fileOf(after)) : [],
    new: old === null,
    warnings: [
      ...warnings,
      ...unscored.map(
        (board) => `The rules in force have no system ${board}: no points are awarded on that board.`,
      ),
    ],
    moves: await withNames(competitionMoves(first, second), store.players),
  }
}

const shownDifferences = 40

export function linesOfChange(
  { warnings, moves, ...change }: Change,
  { rounds, slug }: CompetitionDocument,
): string[] {
  const charts = rounds.reduce((sum, round) => sum + round.charts.length, 0)
  const left = change.differences.length - shownDifferences
  return [
    ...(change.new
      ? [`${slug} is new: ${counted(rounds.length, 'round')}, ${counted(charts, 'chart')}.`]
      : change.differences.slice(0, shownDifferences).map((line) => `  ${printable(line)}`)),
    ...(left > 0 ? [`  and ${count(left)} more`] : []),
    ...warnings,
    ...linesOfCompetitionMoves(
      moves,
      rounds.map(({ name }) => name),
    ),
  ]
}

/**
 * Warnings about added charts that no pack contains. Throws UsageError for charts that are not known from plays either,
 * unless `unknown` ones are allowed.
 */
async function chartWarnings(
  { readModels }: Pick<Store, 'readModels'>,
  live: StoredGeneration | null,
  {
    before,
    after,
    unknown,
  }: { before: CompetitionDocument | null; after: CompetitionDocument; unknown: boolean },
): Promise<string[]> {
  const previous = new Set(chartsOf(before))
  const charts = [...new Set(chartsOf(after))].filter((chart) => !previous.has(chart))
  const known = live ? await knownAmong(readable(live, readModels), charts) : []
  const names = new Map(known.map(({ hash, title }) => [hash, title]))
  const unknownCharts = charts.filter((chart) => !names.has(chart))
  if (unknownCharts.length > 0 && !unknown)
    throw new UsageError(
      `No play or pack contains ${unknownCharts.join(', ')}: add the pack first, or use --unknown`,
    )
  const withoutPack = new Set(known.filter(({ described }) => !described).map(({ hash }) => hash))
  return [
    ...unknownCharts.map((chart) => `No play or pack contains ${chart}.`),
    ...charts
      .filter((chart) => withoutPack.has(chart))
      .map(
        (chart) => `No pack contains ${printable(names.get(chart) ?? '')} (${chart}): known from plays only.`,
      ),
  ]
}

function chartsOf(document: CompetitionDocument | null): string[] {
  return document?.rounds.flatMap(({ charts }) => charts) ?? []
}
