import { createListeners } from '../../../app/listeners.ts'
import { formatLength } from '../../../ui/format.tsx'

export interface Playback {
  /** Current position, song seconds. */
  readonly position: () => number
  readonly playing: () => boolean
  readonly toggle: () => void
  readonly pause: () => void
  readonly seek: (position: number) => void
  /** Playback is suspended while the canvas is out of view. */
  readonly setInSight: (inSight: boolean) => void
  /** Notified of every change, including each frame. */
  readonly subscribe: (listener: () => void) => () => void
}

/** requestAnimationFrame; `at` in ms. */
interface Frames {
  readonly request: (draw: (at: number) => void) => number
  readonly cancel: (id: number) => void
}

/** The position of a preview in its song. Requests frames only while playing and in view. */
export function createPlayback(span: SongSpan, frames: Frames): Playback {
  let position = span.from
  let playing = false
  let inSight = true
  let frame: number | null = null
  let last: number | null = null
  const { notify, subscribe } = createListeners()

  const onFrame = (at: number) => {
    frame = null
    position = advanced(span, position, last === null ? 0 : (at - last) / 1000)
    last = at
    if (position >= span.to) playing = false
    run()
    notify()
  }
  const run = () => {
    if (playing && inSight) {
      frame ??= frames.request(onFrame)
      return
    }
    if (frame !== null) frames.cancel(frame)
    frame = null
    last = null
  }
  const setPlaying = (next: boolean) => {
    if (next && position >= span.to) position = span.from
    playing = next
    run()
    notify()
  }

  return {
    position: () => position,
    playing: () => playing,
    toggle: () => setPlaying(!playing),
    pause: () => setPlaying(false),
    seek: (next) => {
      position = within(span, next)
      notify()
    },
    setInSight: (next) => {
      inSight = next
      run()
    },
    subscribe,
  }
}

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

function within({ from, to }: SongSpan, position: number): number {
  return Math.min(to, Math.max(from, position))
}

/** Longer frame gaps are capped to this, s: the page was hidden or busy. */
const maxFrame = 0.1

/** The position one frame later. `elapsed`: seconds since the last frame. */
function advanced(span: SongSpan, position: number, elapsed: number): number {
  return within(span, position + Math.min(Math.max(elapsed, 0), maxFrame))
}

/** "0:31 / 2:12"; negative positions show as 0:00. */
export function positionLabel({ to }: SongSpan, position: number): string {
  const clock = (seconds: number) => formatLength(Math.max(0, Math.floor(seconds)))
  return `${clock(position)} / ${clock(to)}`
}
