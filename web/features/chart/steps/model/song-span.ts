/** From where to where a preview runs, in song seconds. */
export interface SongSpan {
  readonly from: number
  readonly to: number
}

/** Before the first row, which so is in sight, and after the last; in seconds. */
const [before, after] = [0.5, 1]

/** From shortly before the first row to shortly after the last. */
export function songSpanOf(seconds: readonly number[]): SongSpan {
  return { from: (seconds[0] ?? 0) - before, to: (seconds.at(-1) ?? 0) + after }
}

/** The nearest position within. */
export function within({ from, to }: SongSpan, position: number): number {
  return Math.min(to, Math.max(from, position))
}

/** A longer gap between two frames than this, in seconds, was none: the page was hidden, or busy. */
const longestFrame = 0.1

/** Where the song is a frame later. `elapsed`: seconds since the last one. */
export function advanced(span: SongSpan, position: number, elapsed: number): number {
  return within(span, position + Math.min(Math.max(elapsed, 0), longestFrame))
}

/** "0:31 / 2:12"; what lies before the song begins counts as its begin. */
export function positionLabel({ to }: SongSpan, position: number): string {
  return `${clock(position)} / ${clock(to)}`
}

function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
