/**
 * A mark of a figure: an outline, a dot or a word. `className`: styles of web/styles/figure.css, which pictures carry
 * with them. px.
 */
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

/** `words`: what it shows, for those who do not see it. */
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

/** To a tenth of a pixel. */
export function rounded(px: number): number {
  return Math.round(px * 10) / 10
}

/** About how wide words are at the 11 px of figures. */
export function widthOf(words: string): number {
  return words.length * 6.1
}

/** Words of at most `most` letters. */
export function shortened(words: string, most: number): string {
  const letters = [...words]
  return letters.length <= most ? words : `${letters.slice(0, Math.max(1, most - 1)).join('')}…`
}
