/** Where the receptors and the lanes lie on a canvas. All in CSS px. */
export interface Field {
  /** Of the canvas. */
  readonly width: number
  readonly height: number
  /** From the middle of a panel to that of the next. */
  readonly pitch: number
  /** Of the first panel's middle. */
  readonly left: number
  /** Where notes are due. */
  readonly receptors: number
  /** A second of the song. */
  readonly second: number
}

/** px; as the game has it on a screen of this height. */
const widestPitch = 62
/** Of the pitch: the receptors' middle below the upper edge. */
const receptorsAt = 0.65
/** px beside the outer panels. */
const margin = 12

/** `speed`: see `speeds`. */
export function fieldOf(width: number, height: number, panels: number, speed: number): Field {
  const pitch = Math.min(widestPitch, (width - 2 * margin) / panels)
  return {
    width,
    height,
    pitch,
    left: (width - pitch * (panels - 1)) / 2,
    receptors: pitch * receptorsAt,
    second: (speed / 60) * pitch,
  }
}

/** How far down a note lies. `position`: where the song is. Both in song seconds. */
export function noteY(field: Field, position: number, second: number): number {
  return field.receptors + (second - position) * field.second
}

/** The song seconds that a canvas shows, with the notes that reach in from above and below. */
export function secondsInSight(field: Field, position: number): { from: number; to: number } {
  const half = field.pitch / 2 / field.second
  return {
    from: position - field.receptors / field.second - half,
    to: position + (field.height - field.receptors) / field.second + half,
  }
}
