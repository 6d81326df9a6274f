import { isDeepStrictEqual } from 'node:util'
import type { EventDocument } from '@stepledger/contracts/rules/event-document.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { EventState } from '@stepledger/projections/standings/event-state.ts'
import { count, counted } from '../aligned.ts'
import { printable } from '../printable.ts'
import { differences } from '../rules/rules-diff.ts'
import type { Store } from '../store.ts'
import { chartWarnings } from './chart-warnings.ts'
import { fileOf } from './event-file.ts'
import { eventMoves } from './moves.ts'
import { linesOfEventMoves, type NamedEventMoves, withNames } from './show-moves.ts'
import { type AllStandings, standingsUnder } from './standings.ts'

/** What another document of an event would change, and for whom. */
export interface Change {
  /** Between the documents, as files say them: `grace: 3600 → 7200`. All of a new event is said by `new`. */
  readonly differences: readonly string[]
  readonly new: boolean
  readonly warnings: readonly string[]
  readonly moves: NamedEventMoves
}

export interface Documents {
  /** Null: not announced yet. */
  readonly before: EventState | null
  readonly after: EventDocument
  /** Charts that nobody has heard of are allowed. */
  readonly unknown: boolean
}

/** Null where nothing would change. Throws UsageError for charts that nobody has heard of. */
export async function changeOf(store: Store, { before, after, unknown }: Documents): Promise<Change | null> {
  const old = before?.document ?? null
  if (isDeepStrictEqual(old, after)) return null
  const live = await readLiveGeneration(store.database)
  const warnings = await chartWarnings(store, live, { before: old, after, unknown })
  const systems = live?.rules.systems.map(({ name }) => name) ?? after.boards
  const unscored = after.boards.filter((board) => !systems.includes(board))
  const none: AllStandings = []
  const documents = old ? [old, after] : [after]
  const made = live ? await standingsUnder(store, live, documents) : []
  const [first = none, second = none] = old ? made : [none, ...made]
  return {
    differences: old ? differences(fileOf(old), fileOf(after)) : [],
    new: old === null,
    warnings: [
      ...warnings,
      ...unscored.map((board) => `The rules in force have no system ${board}: nobody gets points there.`),
    ],
    moves: await withNames(eventMoves(first, second), store.players),
  }
}

const shownDifferences = 40

/** The change for people. */
export function linesOfChange(
  { warnings, moves, ...change }: Change,
  { rounds, slug }: EventDocument,
): string[] {
  const charts = rounds.reduce((sum, round) => sum + round.charts.length, 0)
  const left = change.differences.length - shownDifferences
  return [
    ...(change.new
      ? [`${slug} is new: ${counted(rounds.length, 'round')}, ${counted(charts, 'chart')}.`]
      : change.differences.slice(0, shownDifferences).map((line) => `  ${printable(line)}`)),
    ...(left > 0 ? [`  and ${count(left)} more`] : []),
    ...warnings,
    ...linesOfEventMoves(
      moves,
      rounds.map(({ name }) => name),
    ),
  ]
}
