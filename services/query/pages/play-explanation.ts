import type { PlayExplanation } from '@stepledger/contracts/http/shapes/explanation.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import { countsOfChart } from '@stepledger/projections/catalogue/counts-of-chart.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { PlayRow } from '@stepledger/projections/plays/tables.ts'
import { explainPlay } from '@stepledger/projections/scoring/explain.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { playToScore } from '@stepledger/projections/scoring/score-event.ts'
import { isoOf } from '../iso-of.ts'
import type { Page } from '../page.ts'
import { readablePlay } from '../plays/readable-play.ts'
import { tag } from '../tags.ts'
import { submittedEventOf } from './submitted-event.ts'

interface Found {
  readonly row: PlayRow
  readonly counts: readonly ChartCounts[]
  readonly generation: StoredGeneration
}

/**
 * How a play's scores are calculated, recomputed from its event, by play id. Null for an unknown or withdrawn play.
 */
export const playExplanation: Page<number, Found, PlayExplanation> = {
  async find({ generation }, id) {
    const row = await readablePlay(generation, id)
    if (!row) return null
    return { row, counts: await countsOfChart(generation, row.chart), generation }
  },

  async show({ row, counts, generation }, { ledger }) {
    const event = await submittedEventOf(ledger, row)
    if (!event) return null
    const explained = explainPlay(generation.rules, playToScore(event.data, counts))
    const { rows, rowsCounted, failedAt, maximumFrom } = explained
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
  },
}
