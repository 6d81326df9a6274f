/** The layout of receptors and lanes on the canvas, in CSS px. */
export interface Field {
  /** The size of the canvas. */
  readonly width: number
  readonly height: number
  /** The distance between two panels' centres. */
  readonly pitch: number
  /** x of the first panel's centre. */
  readonly left: number
  /** y of the receptors. */
  readonly receptors: number
  /** The height of one second. */
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

/** y of a note. `position`: the current position; both in song seconds. */
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
