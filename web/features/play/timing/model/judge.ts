import type { PlayScore } from '@stepledger/contracts/http/shapes/play.ts'
import type { Steps } from './steps.ts'

/** The windows of a system, tightest first. A judgment is the index of its window; the length means a miss. */
export type Windows = PlayScore['data']['windows']

/** The judgment of an offset in seconds (NaN: missed). Windows are inclusive. */
export function judge(windows: Windows, offset: number): number {
  const size = Math.abs(offset)
  const index = windows.findIndex((window) => size <= window.seconds)
  return index === -1 ? windows.length : index
}

export function judgeAll(windows: Windows, steps: Steps): Uint8Array {
  const limits = Float64Array.from(windows, (window) => window.seconds)
  const judgments = new Uint8Array(steps.count)
  for (let i = 0; i < steps.count; i++) {
    const size = Math.abs(steps.offsets[i] ?? Number.NaN)
    let judgment = 0
    // NaN fails every comparison and ends as a miss.
    while (judgment < limits.length && !(size <= (limits[judgment] ?? 0))) judgment++
    judgments[i] = judgment
  }
  return judgments
}

export function judgmentName(windows: Windows, judgment: number): string {
  return windows[judgment]?.name ?? 'Miss'
}

/** The edge of a window in ms, without the floating-point error of seconds (0.1035 s is 103.5). */
export function windowEdge(window: Windows[number]): number {
  return Math.round(window.seconds * 1e5) / 100
}
