import { type ChartReigns, type getChartReigns, maxReigns } from '@stepledger/contracts/http/board-history.ts'
import { shownChart } from '@stepledger/projections/catalogue/reads.ts'
import { reignsOf } from '@stepledger/projections/records/reigns.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { tag } from '../tags.ts'
import { withinLimit } from './board-at-page.ts'

/** Who held the first place of a chart's board; null for a chart that is not listed. */
export const reignsPage: Page<QuestionOf<typeof getChartReigns>, ChartReigns> = async (
  { generation },
  { hash, leaderboard: requested },
) => {
  if (!(await shownChart(generation, hash))) return null
  const { id: system, name: leaderboard } = systemOfBoard(generation.rules, requested)
  const { total, reigns } = await withinLimit(
    reignsOf(generation, { chart: hash, system }, { limit: maxReigns }),
  )
  return async ({ players: directory }) => {
    const ids = [...new Set(reigns.map(({ player }) => player))]
    const players = await directory.lookUp(ids)
    return {
      answer: {
        hash,
        leaderboard,
        total,
        reigns: reigns.map((reign) => ({
          user: nameOf(reign.player, players),
          since: isoOf(reign.since),
          until: reign.until === null ? null : isoOf(reign.until),
          playId: reign.playId,
          score: percentText(reign.hundredths),
          grade: reign.grade,
          firstScore: percentText(reign.hundredthsAtFirst),
        })),
      },
      tags: ids.map(tag.name),
    }
  }
}
