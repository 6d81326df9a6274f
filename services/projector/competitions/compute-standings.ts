import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { CountedCompetition } from '@stepledger/contracts/competition/competition.ts'
import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import type { PlayerStanding } from '@stepledger/contracts/rules/rules-report.ts'
import type { Tables } from '@stepledger/projections/generation.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import {
  type CompetitionScore,
  type CompetitionStandings,
  emptyStandings,
  overall,
} from '@stepledger/projections/standings/competition-standings.ts'
import { countingScores, type Statement } from '@stepledger/projections/standings/counting-scores.ts'
import type { ChangedTotal } from '@stepledger/projections/standings/player-sums.ts'
import type { Database } from '../../platform/database/database.ts'

/** By board, then by player. */
export type BoardStandings = ReadonlyMap<BoardName, ReadonlyMap<string, PlayerStanding>>

/** Of the whole event, then of each round. */
export type AllStandings = readonly BoardStandings[]

/**
 * Calculates the current standings under each document in memory. Scores are read from one snapshot, a chart at a time,
 * because there may be a million; scores that count equally under two documents are read once.
 */
export async function standingsUnderDocuments(
  database: Database,
  live: Tables,
  documents: readonly CountedCompetition[],
): Promise<AllStandings[]> {
  const made = documents.map((document) => ({ document, standings: emptyStandings(document) }))
  await database.transaction(
    async (tx) => {
      await readCharts(tx, live, made)
    },
    { isolation: 'repeatable read', readOnly: true },
  )
  // After the transaction, because Postgres terminates one that is idle for too long.
  return made.map(({ document, standings }) => ranked(document, standings))
}

/** Calculates the first players on each board of the whole competition, under a document that is not announced. */
export async function leadersUnder(
  database: Database,
  live: Tables,
  document: CompetitionDocument,
  limit: number,
) {
  const standings = emptyStandings(document)
  const made = [{ document: { ...document, takenOut: [] }, standings }]
  await database.transaction((tx) => readCharts(tx, live, made), {
    isolation: 'repeatable read',
    readOnly: true,
  })
  const totals = standings.settle().totals.filter(({ round, charts }) => round === overall && charts > 0)
  return {
    participants: new Set(totals.map(({ player }) => player)).size,
    boards: document.boards.map((name, board) => {
      const ofBoard = totals.filter((total) => total.board === board)
      const players = [...rankedOn(ofBoard, board)].slice(0, limit).map(([player, { rank, points }]) => ({
        player,
        rank,
        points,
        charts: ofBoard.find((total) => total.player === player)?.charts ?? 0,
      }))
      return { board: name, players }
    }),
  }
}

/** Calculates the standings under a document from the scores of any generation, in the caller's snapshot. */
export async function standingsInSnapshot(
  tx: Queryable,
  generation: Tables,
  document: CountedCompetition,
): Promise<AllStandings> {
  const standings = emptyStandings(document)
  await readCharts(tx, generation, [{ document, standings }])
  return ranked(document, standings)
}

async function readCharts(tx: Queryable, generation: Tables, made: readonly Made[]): Promise<void> {
  const documents = made.map(({ document }) => document)
  const rounds = Math.max(0, ...documents.map((document) => document.rounds.length))
  for (let round = 1; round <= rounds; round++) {
    const charts = new Set(documents.flatMap((document) => document.rounds[round - 1]?.charts ?? []))
    for (const chart of charts) await readChart(tx, generation, made, { round, chart })
  }
}

interface Made {
  readonly document: CountedCompetition
  readonly standings: CompetitionStandings
}

async function readChart(
  tx: Queryable,
  live: Tables,
  made: readonly Made[],
  at: ChartOfRound,
): Promise<void> {
  const read = new Map<string, Promise<CompetitionScore[]>>()
  for (const { document, standings } of made) {
    if (!document.rounds[at.round - 1]?.charts.includes(at.chart)) continue
    const statement = scoresOnChartStatement(live, document, at)
    const key = JSON.stringify(statement)
    const scores = read.get(key) ?? scoresBy(tx, statement)
    read.set(key, scores)
    for (const score of await scores) standings.set(score)
  }
}

/** Calculates the standings from recorded scores, by chart. */
export async function standingsOfScores(
  document: CompetitionDocument,
  charts: Iterable<readonly CompetitionScore[]> | AsyncIterable<readonly CompetitionScore[]>,
): Promise<AllStandings> {
  const standings = emptyStandings(document)
  for await (const scores of charts) for (const score of scores) standings.set(score)
  return ranked(document, standings)
}

function ranked({ boards, rounds }: CompetitionDocument, settling: CompetitionStandings): AllStandings {
  const { totals } = settling.settle()
  return [overall, ...rounds.map((_, i) => i + 1)].map((round) => {
    const ofRound = totals.filter((total) => total.round === round && total.charts > 0)
    return new Map(boards.map((name, board) => [name, rankedOn(ofRound, board)]))
  })
}

function rankedOn(totals: readonly ChangedTotal[], board: number): ReadonlyMap<string, PlayerStanding> {
  const falling = totals.filter((total) => total.board === board).sort((a, b) => b.points - a.points)
  const standings = new Map<string, PlayerStanding>()
  let rank = 1
  for (const [i, { player, points }] of falling.entries()) {
    if (points !== falling[i - 1]?.points) rank = i + 1
    standings.set(player, { rank, points })
  }
  return standings
}

interface ChartOfRound {
  /** 1-based. */
  readonly round: number
  readonly chart: string
}

/** The statement that selects the counting scores on one chart of a round. */
export function scoresOnChartStatement(
  live: Tables,
  document: CountedCompetition,
  { round, chart }: ChartOfRound,
): Statement {
  const rounds = document.rounds.map((each, i) => ({ ...each, charts: i === round - 1 ? [chart] : [] }))
  return countingScores(live, [{ ...document, rounds }])
}

export async function scoresBy(tx: Queryable, { text, values }: Statement): Promise<CompetitionScore[]> {
  return (await tx.query<CompetitionScore>({ text, values: [...values] })).rows
}
