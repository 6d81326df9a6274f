import { maxWeekRecords, type PlayerGrades } from '@stepledger/contracts/http/player-home.ts'
import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import { gradeGroups, gradesIn } from '@stepledger/contracts/rules/grade-group.ts'
import { summariesOf } from '@stepledger/projections/catalogue/reads.ts'
import { gradeCountsOf } from '@stepledger/projections/records/bests-of-player.ts'
import { type PersonalRecord, recordsSince } from '@stepledger/projections/records/records-since.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { expectFeature } from '../expect-feature.ts'
import type { Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { tag } from '../tags.ts'
import { weekAgo } from './week-ago.ts'

interface Question {
  readonly id: string
  readonly leaderboard?: string | undefined
}

interface Found {
  readonly id: string
  readonly leaderboard: string
  readonly grades: PlayerGrades['grades']
  readonly week: readonly PersonalRecord[]
  readonly charts: ReadonlyMap<string, ChartSummary>
}

/** The grades of a player's bests and the personal records of the week; null for an unknown player. */
export const playerGradesPage: Page<Question, Found, PlayerGrades> = {
  async find({ generation }, { id, leaderboard }) {
    expectFeature(generation, 'records')
    const system = systemOfBoard(generation.rules, leaderboard)
    const counts = await gradeCountsOf(generation, id, system.id)
    const week = await recordsSince(
      generation,
      { player: id, system: system.id, since: weekAgo(Date.now()) },
      maxWeekRecords,
    )
    return {
      id,
      leaderboard: system.name,
      grades: gradeGroups.map((group) => ({
        group,
        charts: gradesIn(group).reduce((sum, grade) => sum + (counts.get(grade) ?? 0), 0),
      })),
      week,
      charts: await summariesOf(
        generation,
        week.map(({ chart }) => chart),
      ),
    }
  },

  async show({ id, leaderboard, grades, week, charts }, { players }) {
    if (!(await players.lookUp([id])).has(id)) return null
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
  },
}
