import type { getChartMarks, getPackMarks, PackMark } from '@stepledger/contracts/http/marks.ts'
import { gradeGroups, gradesIn } from '@stepledger/contracts/rules/grade-group.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { marksOn, type PackProgress, progressIn } from '@stepledger/projections/records/marks.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { z } from 'zod'
import type { OwnQuestionOf, Page } from '../page.ts'

/** A player's bests on charts of a list. */
export const chartMarksPage: Page<
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
export const packMarksPage: Page<
  OwnQuestionOf<typeof getPackMarks>,
  z.input<typeof getPackMarks.answer>
> = async ({ generation }, { player, packs }) => {
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
