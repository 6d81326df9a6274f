import { offsetBins, segmentSeconds } from '@stepledger/contracts/analysis/steps.ts'

/** Maximum segments of a song; later ones and invalid times are ignored. */
const maxSegments = 1_440

/** Summarizes the rows of a play. `times`, `offsets`: seconds; an offset is NaN for a miss. */
export function summarizeSteps(times: readonly number[], offsets: readonly number[]) {
  const whole = sums()
  const bins = new Map<number, number>()
  let binned = 0
  const segments = new Map<number, Sums>()
  for (const [i, seconds] of offsets.entries()) {
    const segment = Math.floor((times[i] ?? Number.NaN) / segmentSeconds)
    const part = segment >= 0 && segment < maxSegments ? (segments.get(segment) ?? sums()) : sums()
    if (segment >= 0 && segment < maxSegments) segments.set(segment, part)
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
    /** Share of each bin in the play's steps within all bins, 0 to 1; without empty bins. */
    bins: [...bins].map(([bin, count]) => ({ bin, share: count / binned })),
    /**
     * Segments with at least one hit: number of rows, and differences of mean (`late`) and standard deviation (`wide`) of
     * the offsets from the whole play, ms.
     */
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
