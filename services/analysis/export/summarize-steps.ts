import { offsetBins, segmentSeconds } from '@stepledger/contracts/analysis/steps.ts'

/** Of a longer song the rest is left out; a time that no song has falls here, too. */
const mostSegments = 1_440

export interface StepSummary {
  /** Which part of the play's steps within the bins fell into each, 0 to 1; bins without a step are left out. */
  readonly bins: readonly { readonly bin: number; readonly share: number }[]
  /**
   * Parts of the song in which steps were hit: their number of rows, how much later than in the whole play they were
   * hit, and how much more widely, ms.
   */
  readonly segments: readonly {
    readonly segment: number
    readonly steps: number
    readonly late: number
    readonly wide: number
  }[]
}

/** `times` and `offsets`: of the rows of a play, seconds; an offset is NaN for a miss. */
export function summarizeSteps(times: readonly number[], offsets: readonly number[]): StepSummary {
  const whole = sums()
  const bins = new Map<number, number>()
  let binned = 0
  const segments = new Map<number, Sums>()
  for (const [i, seconds] of offsets.entries()) {
    const segment = Math.floor((times[i] ?? Number.NaN) / segmentSeconds)
    const part = segment >= 0 && segment < mostSegments ? (segments.get(segment) ?? sums()) : sums()
    if (segment >= 0 && segment < mostSegments) segments.set(segment, part)
    part.rows += 1
    const ms = seconds * 1000
    if (Number.isNaN(ms)) continue
    for (const sum of [whole, part]) add(sum, ms)
    const bin = offsetBins.width * Math.floor(ms / offsetBins.width)
    if (bin < offsetBins.from || bin >= offsetBins.to) continue
    bins.set(bin, (bins.get(bin) ?? 0) + 1)
    binned += 1
  }
  return {
    bins: [...bins].map(([bin, count]) => ({ bin, share: count / binned })),
    segments: [...segments].flatMap(([segment, part]) =>
      part.hits === 0
        ? []
        : {
            segment,
            steps: part.rows,
            late: meanOf(part) - meanOf(whole),
            wide: deviationOf(part) - deviationOf(whole),
          },
    ),
  }
}

interface Sums {
  rows: number
  hits: number
  sum: number
  squares: number
}

const sums = (): Sums => ({ rows: 0, hits: 0, sum: 0, squares: 0 })

function add(to: Sums, ms: number): void {
  to.hits += 1
  to.sum += ms
  to.squares += ms * ms
}

const meanOf = ({ hits, sum }: Sums) => sum / hits
const deviationOf = (of: Sums) => Math.sqrt(Math.max(0, of.squares / of.hits - meanOf(of) ** 2))
