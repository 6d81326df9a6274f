import type { StepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import { firstIndex } from '../../../ui/figure/ticks.ts'

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

/** The symbol of a panel: an arrow rotated by degrees, or a square for centre panels and unknown layouts. */
export type PanelMark = number | 'square'

const [left, down, up, right] = [-90, 180, 0, 90]
const [upLeft, upRight, downLeft, downRight] = [-45, 45, -135, 135]
const dance: readonly PanelMark[] = [left, down, up, right]
const pump: readonly PanelMark[] = [downLeft, upLeft, 'square', upRight, downRight]

const marksByType = new Map<string | null, readonly PanelMark[]>([
  ['dance-single', dance],
  ['dance-double', [...dance, ...dance]],
  ['dance-couple', [...dance, ...dance]],
  ['dance-routine', [...dance, ...dance]],
  ['dance-solo', [left, upLeft, down, up, upRight, right]],
  ['dance-threepanel', [upLeft, down, upRight]],
  ['pump-single', pump],
  ['pump-halfdouble', ['square', upRight, downRight, downLeft, upLeft, 'square']],
  ['pump-double', [...pump, ...pump]],
  ['pump-couple', [...pump, ...pump]],
  ['pump-routine', [...pump, ...pump]],
])

/** The symbols from left to right; squares for an unknown steps type or a different number of panels. */
export function panelMarks(stepsType: string | null, panels: number): readonly PanelMark[] {
  const marks = marksByType.get(stepsType)
  return marks?.length === panels ? marks : new Array<PanelMark>(panels).fill('square')
}

/** The layout of receptors and lanes in a column, in CSS px. */
export interface Field {
  readonly width: number
  readonly height: number
  /** The distance between two panels' centres. */
  readonly pitch: number
  /** x of the first panel's centre. */
  readonly left: number
  /** y of the receptors. */
  readonly receptors: number
  readonly second: number
}

/** px, as in the game on a screen of this height. */
const maxPitch = 62
/** The receptors' distance from the top, in pitches. */
const receptorsAt = 0.65
/** px left and right of the outer panels. */
const margin = 12

/** `speed`: see `speeds`. */
export function fieldOf(width: number, height: number, panels: number, speed: number): Field {
  const pitch = Math.min(maxPitch, (width - 2 * margin) / panels)
  return {
    width,
    height,
    pitch,
    left: (width - pitch * (panels - 1)) / 2,
    receptors: pitch * receptorsAt,
    second: (speed / 60) * pitch,
  }
}

/** px, the minimum width of a column. */
const minColumnWidth = 380

/** A column of the canvas, in CSS px. */
export interface Column {
  readonly x: number
  readonly field: Field
  /** Song seconds from the current position to what is drawn at `field.receptors`. */
  readonly ahead: number
}

/**
 * Splits the canvas into as many columns as fit. The song runs from the bottom of a column to the top of the next, as
 * lines of a text do; the first has the receptors.
 */
export function columnsOf(width: number, height: number, panels: number, speed: number): Column[] {
  const count = Math.max(1, Math.floor(width / minColumnWidth))
  const field = fieldOf(width / count, height, panels, speed)
  const first = (height - field.receptors) / field.second
  return Array.from({ length: count }, (_, i) => ({
    x: i * field.width,
    field: i === 0 ? field : { ...field, receptors: 0 },
    ahead: i === 0 ? 0 : first + (i - 1) * (height / field.second),
  }))
}

/** y of a note. `position`: what is drawn at the receptors; both in song seconds. */
export function noteY(field: Field, position: number, second: number): number {
  return field.receptors + (second - position) * field.second
}

/** The visible range in song seconds, including partly visible notes. */
export function visibleSeconds(field: Field, position: number): { from: number; to: number } {
  const half = field.pitch / 2 / field.second
  return {
    from: position - field.receptors / field.second - half,
    to: position + (field.height - field.receptors) / field.second + half,
  }
}

/** Scroll speeds in players' notation: at C450, consecutive beats at 450 BPM are one panel apart. */
export const speeds = ['200', '300', '450', '600', '800', '1000'] as const
export type Speed = (typeof speeds)[number]

export const speedKey = 'stepsSpeed'

const defaultSpeed: Speed = '450'

/** Parses a stored speed; invalid values give the default. */
export function speedFrom(text: string | null): Speed {
  return speeds.find((speed) => speed === text) ?? defaultSpeed
}
