import {
  type getProgress,
  type getProgressMonth,
  type Progress,
  playsOfMonth,
} from '@stepledger/contracts/http/players.ts'
import { bestPlaysOfMonth, metersPlayed, monthsOfPlayer } from '@stepledger/projections/players/progress.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { z } from 'zod'
import { nameOf, tagsOfList, withNames } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { tag } from '../tags.ts'

/** How a player's scores changed from month to month; null for an unknown player. */
export const progressPage: Page<QuestionOf<typeof getProgress>, Progress> = async (
  { generation },
  { id, leaderboard: requested, ...meters },
) => {
  const { id: system, name: leaderboard } = systemOfBoard(generation.rules, requested)
  const months = await monthsOfPlayer(generation, id, system, meters)
  const played = await metersPlayed(generation, id)
  return async ({ players }) => {
    const known = await players.lookUp([id])
    if (!known.has(id)) return null
    return {
      answer: {
        leaderboard,
        user: nameOf(id, known),
        meters: played,
        months: months.map(({ best, median, meanAbsoluteError: error, ...month }) => ({
          ...month,
          best: best === null ? null : percentText(best),
          median: median === null ? null : percentText(median),
          meanAbsoluteError: error === null ? null : Math.round(error * 100) / 100,
        })),
      },
      tags: [tag.name(id)],
    }
  }
}

/** The plays that carried a month; null for an unknown player. */
export const progressMonthPage: Page<
  QuestionOf<typeof getProgressMonth>,
  z.output<(typeof getProgressMonth)['answer']>
> = async ({ generation }, { id, leaderboard: requested, ...asked }) => {
  const { id: system, name: leaderboard } = systemOfBoard(generation.rules, requested)
  const plays = await bestPlaysOfMonth(generation, id, system, { ...asked, limit: playsOfMonth })
  return async ({ players }) => {
    if (!(await players.lookUp([id])).has(id)) return null
    const named = await withNames(players, plays)
    return { answer: { leaderboard, plays: named }, tags: [tag.name(id), ...tagsOfList(named)] }
  }
}
