import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { unpackCurve } from '@stepledger/contracts/play/unpack-points.ts'
import { offsetsAsPacked, unpackTimes } from '@stepledger/contracts/play/unpack-rows.ts'
import type { ChartCounts } from './chart-counts.ts'
import type { PlayToScore } from './play-to-score.ts'

/** What of a play's data the score needs. */
export type DataToScore = Pick<
  PlaySubmitted['data'],
  'rows' | 'lifebar' | 'radar' | 'passed' | 'bodyVersion' | 'rate' | 'autoplay' | 'autoplayUnknown'
>

/**
 * A play of the ledger, ready to be scored; only the columns that the score needs are read. Who scores one after the
 * other gives `room` for the offsets of each: it is good until the next. Throws MalformedColumnError.
 */
export function playToScore(
  data: DataToScore,
  counts: readonly ChartCounts[] | null,
  room?: Float32Array,
): PlayToScore {
  return {
    offsets: offsetsAsPacked(data.rows, room),
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
    counts,
  }
}
