import { formatLength } from '../../../../ui/format-length.ts'

/** The range of a preview, song seconds. */
export interface SongSpan {
  readonly from: number
  readonly to: number
}

/** Lead-in before the first row and lead-out after the last, s. */
const [before, after] = [0.5, 1]

export function songSpanOf(seconds: readonly number[]): SongSpan {
  return { from: (seconds[0] ?? 0) - before, to: (seconds.at(-1) ?? 0) + after }
}

/** Clamps a position to the range. */
export function within({ from, to }: SongSpan, position: number): number {
  return Math.min(to, Math.max(from, position))
}

/** Longer frame gaps are capped to this, s: the page was hidden or busy. */
const maxFrame = 0.1

/** The position one frame later. `elapsed`: seconds since the last frame. */
export function advanced(span: SongSpan, position: number, elapsed: number): number {
  return within(span, position + Math.min(Math.max(elapsed, 0), maxFrame))
}

/** "0:31 / 2:12"; negative positions show as 0:00. */
export function positionLabel({ to }: SongSpan, position: number): string {
  const clock = (seconds: number) => formatLength(Math.max(0, Math.floor(seconds)))
  return `${clock(position)} / ${clock(to)}`
}
