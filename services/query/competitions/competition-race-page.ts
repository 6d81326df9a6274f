import { timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import {
  type CompetitionRace,
  type getCompetitionRace,
  raceLines,
} from '@stepledger/contracts/http/competitions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { overall } from '@stepledger/projections/standings/competition-standings.ts'
import { dayEnds } from '@stepledger/projections/standings/daily-totals.ts'
import { competitionPlacesOf, rankedTotals } from '@stepledger/projections/standings/ranked-totals.ts'
import {
  competitionBySlug,
  dailyPointsOf,
  lastDailyTotalsEnd,
} from '@stepledger/projections/standings/reads.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'
import { tag } from '../tags.ts'
import { requestedBoard } from './shown-competition.ts'

/** Daily points of the top ten and of one player. */
export const competitionRacePage: Page<QuestionOf<typeof getCompetitionRace>, CompetitionRace> = async (
  { generation },
  { slug, round, leaderboard, player },
) => {
  const row = await competitionBySlug(generation, slug)
  if (!row || round > row.state.document.rounds.length) return null
  const { document } = row.state
  const { rounds, boards } = document
  const board = requestedBoard(boards, leaderboard)
  const key = { slug, round, board }
  const first = await rankedTotals(generation, key, { limit: raceLines })
  const own =
    player === undefined || first.some((total) => total.player === player)
      ? []
      : (await competitionPlacesOf(generation, slug, player)).filter(
          (place) => place.round === round && place.board === board,
        )
  const racers = [...first, ...own]
  const ids = racers.map((racer) => racer.player)
  const daily = await dailyPointsOf(generation, key, ids)
  const ends = dayEnds(document, round, await lastDailyTotalsEnd(generation, slug))
  return async ({ players }) => {
    const { start, end } = round === overall ? timesOf(document) : itemAt(rounds, round - 1)
    const now = Math.min(Date.now(), end)
    const hasMore = now > (ends.at(-1) ?? start)
    const names = await players.lookUp(ids)
    return {
      answer: {
        slug,
        round,
        leaderboard: itemAt(boards, board),
        days: [start, ...ends, ...(hasMore ? [now] : [])].map(isoOf),
        lines: racers.map(({ player: racer, rank, points }) => {
          const days = daily.get(racer) ?? []
          return {
            user: nameOf(racer, names),
            rank,
            points: [0, ...ends.map((_, i) => days[i] ?? 0), ...(hasMore ? [points] : [])],
          }
        }),
      },
      tags: ids.map(tag.name),
    }
  }
}
