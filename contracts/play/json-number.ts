const codeOf = (character: string) => character.charCodeAt(0)
const minus = codeOf('-')
const plus = codeOf('+')
const point = codeOf('.')
const zero = codeOf('0')
const nine = codeOf('9')
const e = codeOf('e')
const upperE = codeOf('E')

/** The powers of ten that are exact as doubles. */
const powersOfTen = Float64Array.from({ length: 23 }, (_, n) => Number(`1e${n}`))

/**
 * Reads the number at `from` in a JSON text into `values[index]`, equal to that of `JSON.parse`. Returns the position
 * after it; -1 if there is no finite number.
 */
export function readJsonNumber(text: Buffer, from: number, values: Float64Array, index: number): number {
  const isNegative = text[from] === minus
  const firstDigit = isNegative ? from + 1 : from
  let at = firstDigit
  let digits = 0
  let code = text[at] ?? 0
  while (code >= zero && code <= nine) {
    digits = digits * 10 + (code - zero)
    code = text[++at] ?? 0
  }
  if (at === firstDigit || (text[firstDigit] === zero && at > firstDigit + 1)) return -1
  let decimals = 0
  if (code === point) {
    const firstDecimal = ++at
    code = text[at] ?? 0
    while (code >= zero && code <= nine) {
      digits = digits * 10 + (code - zero)
      code = text[++at] ?? 0
    }
    decimals = at - firstDecimal
    if (decimals === 0) return -1
  }
  if (code === e || code === upperE || digits > Number.MAX_SAFE_INTEGER || decimals >= powersOfTen.length)
    return readLongNumber(text, from, at, values, index)
  // Rounded once, so correctly: both are exact.
  const value = digits / (powersOfTen[decimals] ?? 1)
  values[index] = isNegative ? -value : value
  return at
}

/** The same for a number with an exponent, or with more digits than a double. `end`: where its decimals end. */
function readLongNumber(
  text: Buffer,
  from: number,
  end: number,
  values: Float64Array,
  index: number,
): number {
  let at = end
  let code = text[at] ?? 0
  while ((code >= zero && code <= nine) || code === e || code === upperE || code === minus || code === plus)
    code = text[++at] ?? 0
  const value = Number(text.toString('latin1', from, at))
  values[index] = value
  return Number.isFinite(value) ? at : -1
}
