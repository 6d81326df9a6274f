/** A path or text of a figure. `className`: a class of web/styles/figure.css. Coordinates in px. */
export type Mark =
  | { readonly kind: 'path'; readonly className: string; readonly d: string }
  | {
      readonly kind: 'text'
      readonly className: string
      readonly x: number
      readonly y: number
      readonly anchor: 'start' | 'middle' | 'end'
      readonly text: string
    }

/** A drawn figure. `words`: text alternative for screen readers. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly marks: readonly Mark[]
  readonly words: string
}

export function path(className: string, d: string): Mark {
  return { kind: 'path', className, d }
}

export function text(
  className: string,
  x: number,
  y: number,
  words: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
): Mark {
  return { kind: 'text', className, x: rounded(x), y: rounded(y), anchor, text: words }
}

/** Rounds to a tenth of a pixel. */
export function rounded(px: number): number {
  return Math.round(px * 10) / 10
}

/** Estimates the width of a text at the font size of figures, 11 px. */
export function widthOf(words: string): number {
  return words.length * 6.1
}

/** Truncates a text to `max` characters, with an ellipsis. */
export function shortened(words: string, max: number): string {
  const letters = [...words]
  return letters.length <= max ? words : `${letters.slice(0, Math.max(1, max - 1)).join('')}…`
}
