import type { ChartsPage } from '@stepledger/contracts/http/chart-list.ts'
import { listOwnCharts } from '@stepledger/contracts/http/chart-list.ts'
import type { PackMark } from '@stepledger/contracts/http/marks.ts'
import { getChartMarks, getPackMarks } from '@stepledger/contracts/http/marks.ts'
import { gradeGroups, gradesIn } from '@stepledger/contracts/rules/grade-group.ts'
import { chartsOn } from '@stepledger/projections/catalogue/list-charts.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { marksOn, type PackProgress, progressIn } from '@stepledger/projections/records/marks.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { z } from 'zod'
import { fromPage, pageMetaOf } from '../../platform/http/paging.ts'
import type { OwnQuestionOf, Page } from '../page.ts'
import type { ServeOwnPage } from '../serve-page.ts'
import { systemOfBoard } from '../system-of-board.ts'

/** Serves the caller's marks, which the web app adds to pages that are the same for everyone, and lists by the caller's plays. */
export function serveMarks(serveOwnPage: ServeOwnPage): void {
  serveOwnPage(getChartMarks, chartMarksPage)
  serveOwnPage(getPackMarks, packMarksPage)
  serveOwnPage(listOwnCharts, ownChartsPage)
}

/** A player's bests on charts of a list. */
const chartMarksPage: Page<
  OwnQuestionOf<typeof getChartMarks>,
  z.input<typeof getChartMarks.answer>
> = async ({ generation }, { player, charts }) => {
  const found = await marksOn(generation, player, charts)
  const marks = [...found].map(([hash, { plays, ranked, bests }]) => ({
    hash,
    plays,
    ranked,
    leaderboards: generation.rules.systems.flatMap(({ id, name }) => {
      const best = bests.find(({ system }) => system === id)
      return best ? [{ leaderboard: name, score: percentText(best.hundredths), grade: best.grade }] : []
    }),
  }))
  return () => ({ answer: { marks }, tags: [] })
}

/** What a player has achieved of packs of a list. */
const packMarksPage: Page<OwnQuestionOf<typeof getPackMarks>, z.input<typeof getPackMarks.answer>> = async (
  { generation },
  { player, packs },
) => {
  const progress = await progressIn(generation, player, packs)
  const marks = progress.map(({ grades, ...pack }) => ({
    ...pack,
    leaderboards: gradesByBoard(generation, grades),
  }))
  return () => ({ answer: { marks }, tags: [] })
}

function gradesByBoard({ rules }: Generation, grades: PackProgress['grades']): PackMark['leaderboards'] {
  return rules.systems.map(({ id, name }) => ({
    leaderboard: name,
    grades: gradeGroups.flatMap((group) => {
      const charts = grades
        .filter(({ system, grade }) => system === id && gradesIn(group).includes(grade))
        .reduce((sum, counted) => sum + counted.charts, 0)
      return charts === 0 ? [] : [{ group, charts }]
    }),
  }))
}

/** A page of the list of all charts, filtered by the plays of a player. */
const ownChartsPage: Page<OwnQuestionOf<typeof listOwnCharts>, ChartsPage> = async (
  { generation },
  { player, ...query },
) => {
  const { search, stepsType, difficulty, minMeter, maxMeter, played, below, leaderboard } = query
  const system = systemOfBoard(generation.rules, leaderboard).id
  const own = {
    player,
    played: played === undefined ? undefined : played === 'yes',
    below: below === undefined ? null : { player: below, system },
  }
  const { charts, total } = await chartsOn(generation, query, fromPage(query), own)
  const answer = {
    data: charts,
    meta: pageMetaOf(query, total),
    filters: { search, stepsType, difficulty, minMeter, maxMeter },
  }
  return () => ({ answer, tags: [] })
}
