/** Returns round numbers that cover `min` to `max` in about `count` steps; at least two. */
export function ticksOf(min: number, max: number, count: number): number[] {
  const span = max - min || Math.abs(max) || 1
  const raw = span / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 2.5, 5].find((each) => each * power >= raw) ?? 10) * power
  const first = Math.floor(min / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(max / step - 1e-9))
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, signDisplay: 'negative' })

/** Formats a number for figures and tables, with a true minus sign and without negative zero. */
export function numberText(value: number): string {
  return number.format(value).replace('-', '−')
}
