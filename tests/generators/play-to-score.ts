import type { PlayToScore } from '@stepledger/projections/scoring/play-to-score.ts'

/** A play that counts, without holds, rolls and mines, on a chart without a pack; fields can be overridden. */
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

/** Repeats a value. */
export function times(count: number, value: number): number[] {
  return new Array(count).fill(value)
}
