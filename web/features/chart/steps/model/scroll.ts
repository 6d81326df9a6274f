/** The layout of receptors and lanes in a column, in CSS px. */
export interface Field {
  /** The size of the column. */
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
