import type { StepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import { type BeatPart, beatPart } from './beat-part.ts'

export type NoteKind = 'tap' | 'hold' | 'roll' | 'mine' | 'lift' | 'fake'

/** A note of one panel. `from` and `to` are song seconds, and differ for holds and rolls alone. */
export interface Note {
  readonly kind: NoteKind
  readonly from: number
  readonly to: number
  readonly part: BeatPart
}

/** The notes of a panel in their order. */
export interface Lane {
  readonly notes: readonly Note[]
  /** The latest end of each note and all before it: never less than the one before. */
  readonly reach: readonly number[]
}

const kinds: Readonly<Record<string, NoteKind>> = {
  1: 'tap',
  2: 'hold',
  4: 'roll',
  M: 'mine',
  L: 'lift',
  F: 'fake',
}

/** The notes of each panel. A hold that never ends is as long as a tap. */
export function lanesOf(preview: StepPreview): Lane[] {
  return Array.from({ length: preview.panels }, (_, panel) => laneOf(preview, panel))
}

function laneOf({ panels, seconds, ticks, notes: cells }: StepPreview, panel: number): Lane {
  const notes: Note[] = []
  /** Where in `notes` the hold stands that waits for its end. */
  let held = -1
  for (const [row, second] of seconds.entries()) {
    const cell = cells.charAt(row * panels + panel)
    const open = notes[held]
    if (cell === '3' && open) {
      notes[held] = { ...open, to: second }
      held = -1
    }
    const kind = kinds[cell]
    if (!kind) continue
    if (kind === 'hold' || kind === 'roll') held = notes.length
    notes.push({ kind, from: second, to: second, part: beatPart(ticks[row] ?? 0) })
  }
  let latest = Number.NEGATIVE_INFINITY
  const reach = notes.map(({ to }) => {
    latest = Math.max(latest, to)
    return latest
  })
  return { notes, reach }
}

/**
 * The notes that are seen between two song seconds: found by halves, so it costs as much in a marathon as in a short
 * song.
 */
export function notesBetween({ notes, reach }: Lane, from: number, to: number): readonly Note[] {
  const first = firstIndex(reach.length, (i) => (reach[i] ?? 0) >= from)
  const end = firstIndex(notes.length, (i) => (notes[i]?.from ?? 0) > to)
  return notes.slice(first, Math.max(first, end)).filter((note) => note.to >= from)
}

/** The first index of which `is` holds, of a row where it holds from some index on; `length` for none. */
function firstIndex(length: number, is: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (is(middle)) high = middle
    else low = middle + 1
  }
  return low
}
