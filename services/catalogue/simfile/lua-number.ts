const controlCharacters = /[^ -~\u{80}-\u{10ffff}]/gu
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const hexadecimal = /^([+-]?)(0x[\da-f]+)$/i

/** Parses a number like Lua 5.1, without control characters; null when it is invalid or not finite. */
export function luaNumber(text: string): number | null {
  const digits = decimal.test(text) ? text : text.replaceAll(controlCharacters, '')
  const hex = hexadecimal.exec(digits)
  const value = hex
    ? Number(hex[2]) * (hex[1] === '-' ? -1 : 1)
    : decimal.test(digits)
      ? Number(digits)
      : Number.NaN
  return Number.isFinite(value) ? value : null
}
