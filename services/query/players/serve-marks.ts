import { type ChartsPage, listOwnCharts } from '@stepledger/contracts/http/charts.ts'
import {
  getChartMarks,
  getPackBests,
  getPackMarks,
  type lamp,
  maxPackBests,
  type PackBest,
  type PackMark,
} from '@stepledger/contracts/http/marks.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { gradeGroups, gradesIn } from '@stepledger/contracts/rules/grade-names.ts'
import { chartsOfPack, packById } from '@stepledger/projections/catalogue/list-packs.ts'
import { summariesOf } from '@stepledger/projections/catalogue/reads.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import {
  bestsOn,
  type ChartBest,
  marksOn,
  type PackProgress,
  progressIn,
} from '@stepledger/projections/records/marks.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import type { z } from 'zod'
import { nameOf } from '../names.ts'
import type { OwnQuestionOf, Page } from '../page.ts'
import { chartList } from '../pages/chart-pages.ts'
import type { ServeOwnPage } from '../read-page.ts'
import { systemOfBoard } from '../system-of-board.ts'

/** Serves the caller's marks, which the web app adds to pages that are the same for everyone, and lists by the caller's plays. */
export function serveMarks(serveOwnPage: ServeOwnPage): void {
  serveOwnPage(getChartMarks, chartMarksPage)
  serveOwnPage(getPackMarks, packMarksPage)
  serveOwnPage(getPackBests, packBestsPage)
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

/** A player's bests on the charts of a pack, beside another's; null for an unknown pack or player. */
const packBestsPage: Page<OwnQuestionOf<typeof getPackBests>, z.input<typeof getPackBests.answer>> = async (
  { generation },
  { player, id, leaderboard: requested, with: other },
) => {
  if (!(await packById(generation, id))) return null
  const { id: system, name: leaderboard } = systemOfBoard(generation.rules, requested)
  const charts = await summariesOf(generation, (await chartsOfPack(generation, id)).slice(0, maxPackBests))
  const bestsOf = async (who: string) => {
    const bests = await bestsOn(generation, who, system, [...charts.keys()])
    return new Map([...bests].map(([chart, best]) => [chart, packBestOf(generation, best)]))
  }
  const own = await bestsOf(player)
  const others = other === undefined ? null : await bestsOf(other)
  return async ({ players }) => {
    const known = await players.lookUp(other === undefined ? [] : [other])
    if (other !== undefined && !known.has(other)) return null
    return {
      answer: {
        leaderboard,
        other: other === undefined ? null : nameOf(other, known),
        charts: [...charts.values()].map(({ hash, title, difficulty, meter, stepsType }) => ({
          hash,
          title,
          difficulty,
          meter,
          stepsType,
          own: own.get(hash) ?? null,
          other: others?.get(hash) ?? null,
        })),
      },
      tags: [],
    }
  }
}

function packBestOf({ rules }: Generation, { playId, hundredths, grade, judgments }: ChartBest): PackBest {
  return {
    playId,
    score: percentText(hundredths),
    grade,
    lamp: grade === 'F' ? 'failed' : lampOf(itemAt(rules.systems, 0).windows, judgments),
  }
}

/** `judgments`: counts of these windows, then of misses. */
function lampOf(
  windows: readonly { readonly judgment: string }[],
  judgments: readonly number[],
): z.infer<typeof lamp> {
  const worst = judgments.slice(0, windows.length + 1).findLastIndex((count) => count > 0)
  const name = windows[worst]?.judgment ?? ''
  if (name.startsWith('Fantastic')) return 'fantastic'
  if (name === 'Excellent') return 'excellent'
  return name === 'Great' ? 'great' : 'passed'
}

/** A page of the list of all charts, filtered by the plays of a player. */
const ownChartsPage: Page<OwnQuestionOf<typeof listOwnCharts>, ChartsPage> = async (
  { generation },
  { player, ...query },
) => {
  const { played, below, leaderboard } = query
  const system = systemOfBoard(generation.rules, leaderboard).id
  const own = {
    player,
    played: played === undefined ? undefined : played === 'yes',
    below: below === undefined ? null : { player: below, system },
  }
  const answer = await chartList(generation, query, own)
  return () => ({ answer, tags: [] })
}
