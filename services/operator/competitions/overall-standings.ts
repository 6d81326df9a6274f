import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { EventDocument } from '@stepledger/contracts/rules/event-document.ts'
import type { Tables } from '@stepledger/projections/generation.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import { countingScores, type Statement } from '@stepledger/projections/standings/counting-scores.ts'
import {
  type ChangedTotal,
  type EventScore,
  emptyStandings,
  overall,
} from '@stepledger/projections/standings/event-standings.ts'

/** Where somebody stands on a board of the whole event. Equal points share a rank. */
export interface Standing {
  readonly rank: number
  readonly points: number
}

/** By board, then by player. */
export type OverallStandings = ReadonlyMap<BoardName, ReadonlyMap<string, Standing>>

/**
 * The standings that each of the documents gives now, in memory. Scores are read a chart at a time: an event has a million, and what counts
 * under two documents alike is read once.
 */
export async function overallUnder(
  tx: Queryable,
  live: Tables,
  documents: readonly EventDocument[],
): Promise<OverallStandings[]> {
  const made = documents.map((document) => ({ document, standings: standingsFor(document) }))
  const rounds = Math.max(0, ...documents.map((document) => document.rounds.length))
  for (let round = 1; round <= rounds; round++) {
    const charts = new Set(documents.flatMap((document) => document.rounds[round - 1]?.charts ?? []))
    for (const chart of charts) {
      const read = new Map<string, Promise<EventScore[]>>()
      for (const { document, standings } of made) {
        if (!document.rounds[round - 1]?.charts.includes(chart)) continue
        const statement = onChart(live, document, { round, chart })
        const key = JSON.stringify(statement)
        const scores = read.get(key) ?? scoresBy(tx, statement)
        read.set(key, scores)
        for (const score of await scores) standings.set(score)
      }
    }
  }
  return made.map(({ document, standings }) => ranked(document, standings.settle().totals))
}

/** The standings that scores give which were counted before. */
export function overallOf(document: EventDocument, scores: Iterable<EventScore>): OverallStandings {
  const standings = standingsFor(document)
  for (const score of scores) standings.set(score)
  return ranked(document, standings.settle().totals)
}

/** The scores that count on one chart of a round. */
export function scoresOnChart(
  tx: Queryable,
  live: Tables,
  document: EventDocument,
  at: { readonly round: number; readonly chart: string },
): Promise<EventScore[]> {
  return scoresBy(tx, onChart(live, document, at))
}

function onChart(
  live: Tables,
  document: EventDocument,
  { round, chart }: { readonly round: number; readonly chart: string },
): Statement {
  const rounds = document.rounds.map((each, i) => ({ ...each, charts: i === round - 1 ? [chart] : [] }))
  return countingScores(live, { ...document, rounds })
}

async function scoresBy(tx: Queryable, { text, values }: Statement): Promise<EventScore[]> {
  return (await tx.query<EventScore>({ text, values: [...values] })).rows
}

function standingsFor({ points, rounds, boards }: EventDocument) {
  return emptyStandings(points, { rounds: rounds.length, boards: boards.length })
}

function ranked({ boards }: EventDocument, totals: readonly ChangedTotal[]): OverallStandings {
  return new Map(
    boards.map((name, board) => {
      const falling = totals
        .filter((total) => total.round === overall && total.board === board && total.charts > 0)
        .sort((a, b) => b.points - a.points)
      const standings = new Map<string, Standing>()
      let rank = 1
      for (const [i, { player, points }] of falling.entries()) {
        if (points !== falling[i - 1]?.points) rank = i + 1
        standings.set(player, { rank, points })
      }
      return [name, standings]
    }),
  )
}
