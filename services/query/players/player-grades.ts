import {
  daysOfWeek,
  type getPlayerGrades,
  maxWeekRecords,
  type PlayerGrades,
} from '@stepledger/contracts/http/player-home.ts'
import { gradeGroups, gradesIn } from '@stepledger/contracts/rules/grade-group.ts'
import { summariesOf } from '@stepledger/projections/catalogue/reads.ts'
import { gradeCountsOf } from '@stepledger/projections/records/bests-of-player.ts'
import { recordsSince } from '@stepledger/projections/records/records-since.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { Page, QuestionOf } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { tag } from '../tags.ts'

/** The grades of a player's bests and the personal records of the week; null for an unknown player. */
export const playerGradesPage: Page<QuestionOf<typeof getPlayerGrades>, PlayerGrades> = async (
  { generation },
  { id, leaderboard: requested },
) => {
  const { id: system, name: leaderboard } = systemOfBoard(generation.rules, requested)
  const counts = await gradeCountsOf(generation, id, system)
  const since = weekAgo(Date.now())
  const week = await recordsSince(generation, { player: id, system, since }, maxWeekRecords)
  const charts = await summariesOf(
    generation,
    week.map(({ chart }) => chart),
  )
  return async ({ players }) => {
    if (!(await players.lookUp([id])).has(id)) return null
    const grades = gradeGroups.map((group) => ({
      group,
      charts: gradesIn(group).reduce((sum, grade) => sum + (counts.get(grade) ?? 0), 0),
    }))
    const shown = week.flatMap(({ chart: hash, hundredths, before, ...record }) => {
      const chart = charts.get(hash)
      return chart
        ? [{ ...record, chart, score: percentText(hundredths), gain: percentText(hundredths - before) }]
        : []
    })
    return {
      answer: { leaderboard, grades, week: shown },
      tags: [tag.name(id), ...week.flatMap(({ chart }) => [tag.chart(chart), tag.title(chart)])],
    }
  }
}

/** Returns the time seven days before `now`, ms since 1970. */
export function weekAgo(now: number): number {
  return now - daysOfWeek * 86_400_000
}
