/** A canvas ready to be drawn on: cleared, and scaled so that a unit is a CSS px. */
export interface Surface {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  /** Device px in a CSS px. */
  readonly ratio: number
}
