import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import { unpackCurve } from '@stepledger/contracts/play/pack-points.ts'
import { offsetsAsPacked, unpackTimes } from '@stepledger/contracts/play/pack-rows.ts'
import type { PlayToScore } from './play-to-score.ts'

/** The parts of a play's data that scoring needs. */
type DataToScore = Pick<
  PlaySubmitted['data'],
  | 'rows'
  | 'lifebar'
  | 'radar'
  | 'passed'
  | 'bodyVersion'
  | 'rate'
  | 'autoplay'
  | 'autoplayUnknown'
  | 'lifeRanOut'
  | 'expectedRows'
>

/**
 * Converts a play of the ledger for scoring; reads only the columns that the score needs. `buffer` is reused for the
 * offsets of each play, which are valid until the next call. Throws MalformedColumnError.
 */
export function playToScore(
  data: DataToScore,
  counts: readonly ChartCounts[] | null,
  buffer?: Float32Array,
): PlayToScore {
  return {
    offsets: offsetsAsPacked(data.rows, buffer),
    times: () => unpackTimes(data.rows),
    lifebar: () => {
      const x = unpackCurve(data.lifebar, 'x')
      const y = unpackCurve(data.lifebar, 'y')
      return x && y && { x, y }
    },
    radar: data.radar,
    passed: data.passed,
    bodyVersion: data.bodyVersion,
    rate: data.rate,
    autoplay: data.autoplay,
    autoplayUnknown: data.autoplayUnknown,
    lifeRanOut: data.lifeRanOut,
    expectedRows: data.expectedRows,
    counts,
  }
}
