import type { Density } from './density.ts'
import type { Lifebar } from './lifebar.ts'
import type { Timeline } from './timeline.ts'

/** A table row: song seconds, the lifebar (0 to 1) and the notes per second; null where the game sent none. */
interface CurvePoint {
  readonly seconds: number
  readonly life: number | null
  readonly nps: number | null
}

const maxRows = 16

/** Samples both curves at even times, at most about 16 rows. `peakNps`: the notes per second of a share of 1. */
export function curvePoints({ whole, lifebar, density }: Timeline, peakNps: number | null): CurvePoint[] {
  const length = whole.to - whole.from
  const step = Math.max(1, Math.ceil(length / maxRows))
  const count = Math.floor(length / step) + 1
  return Array.from({ length: count }, (_, i) => {
    const seconds = whole.from + i * step
    return {
      seconds,
      life: lifebar && !lifebar.ownScale ? lifeAt(lifebar, seconds) : null,
      nps: density && peakNps !== null ? npsAt(density, seconds) * peakNps : null,
    }
  })
}

function lifeAt({ times, levels }: Lifebar, seconds: number): number | null {
  const after = times.findIndex((time) => time >= seconds)
  if (after === -1) return levels.at(-1) ?? null
  const [before, next] = [times[after - 1], times[after] ?? 0]
  if (before === undefined) return levels[0] ?? null
  const share = next === before ? 1 : (seconds - before) / (next - before)
  return (levels[after - 1] ?? 0) * (1 - share) + (levels[after] ?? 0) * share
}

function npsAt({ from, to, heights }: Density, seconds: number): number {
  const bar = from.findIndex((start, i) => seconds >= start && seconds < (to[i] ?? 0))
  return heights[bar] ?? 0
}
