import type { StepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import { firstIndex } from '../../../../ui/figure/first-index.ts'

export type NoteKind = 'tap' | 'hold' | 'roll' | 'mine' | 'lift' | 'fake'

/** A note of one panel. `from` and `to` are song seconds; they differ only for holds and rolls. */
export interface Note {
  readonly kind: NoteKind
  readonly from: number
  readonly to: number
  readonly part: BeatPart
}

/** The notes of one panel, sorted by `from`. */
export interface Lane {
  readonly notes: readonly Note[]
  /** Running maximum of `to`, for binary search. */
  readonly maxEnds: readonly number[]
}

const kinds: Readonly<Record<string, NoteKind>> = {
  1: 'tap',
  2: 'hold',
  4: 'roll',
  M: 'mine',
  L: 'lift',
  F: 'fake',
}

/** The notes of each panel. A hold without an end has length 0. */
export function lanesOf(preview: StepPreview): Lane[] {
  return Array.from({ length: preview.panels }, (_, panel) => laneOf(preview, panel))
}

function laneOf({ panels, seconds, ticks, notes: cells }: StepPreview, panel: number): Lane {
  const notes: Note[] = []
  /** The index in `notes` of the open hold, or -1. */
  let openIndex = -1
  for (const [row, second] of seconds.entries()) {
    const cell = cells.charAt(row * panels + panel)
    const open = notes[openIndex]
    if (cell === '3' && open) {
      notes[openIndex] = { ...open, to: second }
      openIndex = -1
    }
    const kind = kinds[cell]
    if (!kind) continue
    if (kind === 'hold' || kind === 'roll') openIndex = notes.length
    notes.push({ kind, from: second, to: second, part: beatPart(ticks[row] ?? 0) })
  }
  let latest = Number.NEGATIVE_INFINITY
  const maxEnds = notes.map(({ to }) => {
    latest = Math.max(latest, to)
    return latest
  })
  return { notes, maxEnds }
}

/** The notes between two song seconds, found by binary search. */
export function notesBetween({ notes, maxEnds }: Lane, from: number, to: number): readonly Note[] {
  const first = firstIndex(maxEnds.length, (i) => (maxEnds[i] ?? 0) >= from)
  const end = firstIndex(notes.length, (i) => (notes[i]?.from ?? 0) > to)
  return notes.slice(first, Math.max(first, end)).filter((note) => note.to >= from)
}

/** Note quantisation, which determines the note's colour. */
export const beatParts = ['4th', '8th', '12th', '16th', '24th', '32nd', '48th', '64th', 'other'] as const
export type BeatPart = (typeof beatParts)[number]

/** 48ths of a beat, coarsest first. */
const grids: readonly [ticks: number, part: BeatPart][] = [
  [48, '4th'],
  [24, '8th'],
  [16, '12th'],
  [12, '16th'],
  [8, '24th'],
  [6, '32nd'],
  [4, '48th'],
  [3, '64th'],
]

/** The coarsest grid that contains the note. `tick`: its offset within the beat, in 48ths. */
export function beatPart(tick: number): BeatPart {
  return grids.find(([ticks]) => tick % ticks === 0)?.[1] ?? 'other'
}
