import type { getPlayExplanation, PlayExplanation } from '@stepledger/contracts/http/plays.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { countsOfChart } from '@stepledger/projections/catalogue/reads.ts'
import { explainPlay } from '@stepledger/projections/scoring/explain.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { playToScore } from '@stepledger/projections/scoring/play-to-score.ts'
import { isoOf } from '../iso-of.ts'
import type { Page, QuestionOf } from '../page.ts'
import { tag } from '../tags.ts'
import { readablePlay, submittedEventOf } from './readable-play.ts'

/**
 * How a play's scores are calculated, recomputed from its event, by play id. Null for an unknown or withdrawn play.
 */
export const playExplanation: Page<QuestionOf<typeof getPlayExplanation>, PlayExplanation> = async (
  { generation },
  { id },
) => {
  const row = await readablePlay(generation, id)
  if (!row) return null
  const counts = await countsOfChart(generation, row.chart)
  return async ({ ledger }) => {
    const event = await submittedEventOf(ledger, row)
    if (!event) return null
    const explained = explainPlay(generation.rules, playToScore(event.data, counts))
    const { rows, rowsCounted, failedAt, maximumFrom, reasons } = explained
    const differs = reasons.some(({ code }) => code === 'chart-mismatch')
    return {
      answer: {
        playId: row.id,
        event: {
          position: formatPosition(row),
          type: event.type,
          version: event.v,
          receivedAt: isoOf(event.at),
        },
        rules: {
          title: explained.rules,
          position: formatPosition({ partition: 0, offset: generation.rulesOffset }),
          generation: generation.id,
        },
        rows,
        rowsCounted,
        failedAt,
        maximumFrom,
        chart: counts.length === 0 ? 'none' : differs ? 'differs' : 'matches',
        systems: explained.systems.map(({ name, percent: exact, hundredths, ...system }) => ({
          ...system,
          leaderboard: name,
          earned: [...system.earned],
          possible: [...system.possible],
          exact,
          score: percentText(hundredths),
        })),
      },
      tags: [tag.title(row.chart)],
    }
  }
}
