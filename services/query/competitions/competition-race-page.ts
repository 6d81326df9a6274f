import { type CompetitionRace, raceLines } from '@stepledger/contracts/http/competitions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { overall } from '@stepledger/projections/standings/competition-standings.ts'
import { dayEnds } from '@stepledger/projections/standings/daily-totals.ts'
import {
  competitionPlacesOf,
  type RankedTotal,
  rankedTotals,
} from '@stepledger/projections/standings/ranked-totals.ts'
import {
  competitionBySlug,
  dailyPointsOf,
  lastDailyTotalsEnd,
} from '@stepledger/projections/standings/reads.ts'
import type { CompetitionRow } from '@stepledger/projections/standings/tables.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import { requestedBoard } from './shown-competition.ts'

interface RaceQuestion {
  readonly slug: string
  /** 0 for the whole competition. */
  readonly round: number
  /** Name of the board. */
  readonly leaderboard: string | undefined
  readonly player: string | undefined
}

interface RaceFound extends RaceQuestion {
  readonly row: CompetitionRow
  readonly board: number
  readonly racers: readonly RankedTotal[]
  readonly daily: ReadonlyMap<string, readonly number[]>
  readonly keptUntil: number
}

/** Daily points of the top ten and of one player. */
export const competitionRacePage: Page<RaceQuestion, RaceFound, CompetitionRace> = {
  async find({ generation }, question) {
    const { slug, round, player } = question
    const row = await competitionBySlug(generation, slug)
    if (!row || round > row.state.document.rounds.length) return null
    const board = requestedBoard(row.state.document.boards, question.leaderboard)
    const key = { slug, round, board }
    const first = await rankedTotals(generation, key, { limit: raceLines })
    const own =
      player === undefined || first.some((total) => total.player === player)
        ? []
        : (await competitionPlacesOf(generation, slug, player)).filter(
            (place) => place.round === round && place.board === board,
          )
    const racers = [...first, ...own]
    return {
      ...question,
      row,
      board,
      racers,
      daily: await dailyPointsOf(
        generation,
        key,
        racers.map((racer) => racer.player),
      ),
      keptUntil: await lastDailyTotalsEnd(generation, slug),
    }
  },

  async show({ slug, round, row: { state }, board, racers, daily, keptUntil }, { players }) {
    const { document } = state
    const { rounds, boards } = document
    const { start, end } = round === overall ? overallPeriod(rounds) : itemAt(rounds, round - 1)
    const ends = dayEnds(document, round, keptUntil)
    const now = Math.min(Date.now(), end)
    const hasMore = now > (ends.at(-1) ?? start)
    const ids = racers.map(({ player }) => player)
    const names = await players.lookUp(ids)
    return {
      answer: {
        slug,
        round,
        leaderboard: itemAt(boards, board),
        days: [start, ...ends, ...(hasMore ? [now] : [])].map(isoOf),
        lines: racers.map(({ player, rank, points }) => {
          const days = daily.get(player) ?? []
          return {
            user: nameOf(player, names),
            rank,
            points: [0, ...ends.map((_, i) => days[i] ?? 0), ...(hasMore ? [points] : [])],
          }
        }),
      },
      tags: ids.map(tag.name),
    }
  },
}

function overallPeriod(rounds: CompetitionRow['state']['document']['rounds']) {
  return { start: itemAt(rounds, 0).start, end: itemAt(rounds, rounds.length - 1).end }
}
