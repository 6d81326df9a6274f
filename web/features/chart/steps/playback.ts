import { advanced, type SongSpan, within } from './model/song-span.ts'

export interface Playback {
  /** Song seconds. */
  readonly position: () => number
  readonly playing: () => boolean
  /** Plays on, from the begin when it is at the end; or pauses. */
  readonly toggle: () => void
  readonly pause: () => void
  readonly seek: (position: number) => void
  /** Out of sight it stands still. */
  readonly setInSight: (inSight: boolean) => void
  /** Hears of every change, each frame's too. */
  readonly subscribe: (listener: () => void) => () => void
}

/** The browser's frames, with their time in ms. */
export interface Frames {
  readonly request: (draw: (at: number) => void) => number
  readonly cancel: (id: number) => void
}

/** Where a preview is in its song. Asks for frames only while it plays and is in sight. */
export function createPlayback(span: SongSpan, frames: Frames): Playback {
  let position = span.from
  let playing = false
  let inSight = true
  let frame: number | null = null
  let last: number | null = null
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }

  const onFrame = (at: number) => {
    frame = null
    position = advanced(span, position, last === null ? 0 : (at - last) / 1000)
    last = at
    if (position >= span.to) playing = false
    run()
    changed()
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
    changed()
  }

  return {
    position: () => position,
    playing: () => playing,
    toggle: () => setPlaying(!playing),
    pause: () => setPlaying(false),
    seek: (next) => {
      position = within(span, next)
      changed()
    },
    setInSight: (next) => {
      inSight = next
      run()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
