/** A cleared canvas, scaled to CSS px. */
export interface Surface {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  /** Device px per CSS px. */
  readonly ratio: number
}
