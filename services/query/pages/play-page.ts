import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { getPlay } from '@stepledger/contracts/http/plays.ts'
import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { unpackPoints } from '@stepledger/contracts/play/pack-points.ts'
import { unpackOffsets, unpackTimes } from '@stepledger/contracts/play/pack-rows.ts'
import { shownTitle } from '@stepledger/contracts/play/shown-title.ts'
import { chartByHash, chartSummaryOf, countsOfChart } from '@stepledger/projections/catalogue/reads.ts'
import type { PlayRow } from '@stepledger/projections/plays/tables.ts'
import { clockWasWrong } from '@stepledger/projections/plays/time-of-play.ts'
import { reasonText } from '@stepledger/projections/scoring/eligibility.ts'
import { failOf, playToScore } from '@stepledger/projections/scoring/play-to-score.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'
import { scoresOf } from '../play-scores.ts'
import { tag } from '../tags.ts'
import { arrowTimings } from './arrow-timings.ts'
import { modifierWords } from './modifier-words.ts'
import { readablePlay, submittedEventIfAvailable } from './readable-play.ts'

/**
 * A play by id: its scores from the read model, its steps from the ledger. While the ledger can't be read, the page has no
 * steps. Null for an unknown or withdrawn play; throws an HttpError for a parked one.
 */
export const playPage: Page<QuestionOf<typeof getPlay>, Play> = async ({ generation }, { id }) => {
  const row = await readablePlay(generation, id)
  const chart = row && (await chartByHash(generation, row.chart))
  if (!chart) return null
  /** Whether a processed pack contains the chart. */
  const isKnown = (await countsOfChart(generation, row.chart)).length > 0
  return async ({ ledger, players: directory }) => {
    const [event, players] = await Promise.all([
      submittedEventIfAvailable(ledger, row),
      directory.lookUp([row.player]),
    ])
    if (!event) return null
    const hasSteps = event !== 'unavailable'
    return {
      answer: {
        id: row.id,
        createdAt: isoOf(row.played_at),
        receivedAt: isoOf(row.at),
        user: nameOf(row.player, players),
        chart: chartSummaryOf(chart),
        leaderboards: scoresOf(row, generation).map((score) => ({ ...score, counts: row.eligible })),
        eligible: row.eligible,
        reasons: row.reasons.map((code) => ({ code, text: reasonText(code, generation.rules) })),
        provisional: !isKnown,
        passed: row.passed,
        rate: row.rate,
        statistics: statisticsOf(row),
        hasSteps,
        ...(hasSteps ? submittedParts(event, chart.steps_type) : withoutSteps),
      },
      tags: [tag.play(row.id), tag.name(row.player), tag.title(row.chart)],
      uncached: !hasSteps,
    }
  }
}

function statisticsOf({ statistics }: PlayRow): Play['statistics'] {
  if (!statistics) return null
  return {
    meanAbsolute: itemAt(statistics, 0),
    mean: itemAt(statistics, 1),
    deviation: itemAt(statistics, 2),
    max: itemAt(statistics, 3),
  }
}

const withoutSteps = {
  clockWasWrong: false,
  fail: null,
  speed: null,
  modifiers: [],
  pack: '',
  stepartist: '',
  arrows: null,
  timingData: [],
  lifebarInfo: [],
  npsData: [],
  peakNps: null,
} satisfies Partial<Play>

/** The parts of the page that only the event contains. */
function submittedParts(
  event: PlaySubmitted,
  stepsType: string | null,
): Pick<Play, keyof typeof withoutSteps> {
  const { data } = event
  const times = unpackTimes(data.rows)
  const points = (packed: typeof data.lifebar) =>
    unpackPoints(packed).flatMap(({ x, y }) => (x === undefined || y === undefined ? [] : [{ x, y }]))
  return {
    clockWasWrong: clockWasWrong(event),
    fail: failOf(playToScore(data, null)),
    ...modifierWords(data.modifiers),
    pack: shownTitle(data.pack),
    stepartist: shownTitle(data.stepartist),
    arrows: arrowTimings(data.rows, stepsType),
    timingData: Array.from(unpackOffsets(data.rows), (offset, i): Play['timingData'][number] => [
      itemAt(times, i),
      Number.isNaN(offset) ? 'Miss' : offset,
    ]),
    lifebarInfo: points(data.lifebar),
    npsData: data.nps ? points(data.nps) : [],
    peakNps: data.peakNps,
  }
}
