import type { PlayToScore } from '@stepledger/projections/scoring/play-to-score.ts'

/**
 * A play that counts, with no holds, rolls or mines on a chart that no pack has brought; and what of it shall be
 * otherwise.
 */
export function playToScoreOf(
  offsets: readonly number[],
  otherwise: Partial<Omit<PlayToScore, 'offsets'>> = {},
): PlayToScore {
  return {
    offsets: Float64Array.from(offsets),
    times: () => Float64Array.from(offsets, (_, i) => i),
    lifebar: () => null,
    radar: { holds: [0, 0], mines: [0, 0], rolls: [0, 0] },
    passed: true,
    bodyVersion: '1.2',
    rate: 1,
    autoplay: false,
    counts: null,
    ...otherwise,
  }
}

/** A value again and again. */
export function times(count: number, value: number): number[] {
  return new Array(count).fill(value)
}
