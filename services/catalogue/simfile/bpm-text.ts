import { simfileLimits } from './limits.ts'

/**
 * Normalises the BPMs of a chart for its hash: `beat=bpm` with three decimals, joined by commas, in the order of the
 * file. Returns null for an invalid number or too many entries. `list`: the text between `#BPMS:` and `;`.
 */
export function bpmText(list: string): string | null {
  const changes: string[] = []
  const entries = list.replaceAll(/[\t\n\v\f\r ]+/g, '').split(',', simfileLimits.timingChanges + 1)
  if (entries.length > simfileLimits.timingChanges) return null
  for (const change of entries) {
    if (change === '') continue
    const equals = change.lastIndexOf('=')
    const beat = threeDecimals(change.slice(0, Math.max(equals, 0)))
    const bpm = threeDecimals(change.slice(equals + 1))
    if (equals < 0 || beat === null || bpm === null) return null
    changes.push(`${beat}=${bpm}`)
  }
  return changes.join(',')
}

/** Rounds half up, also below zero. */
function threeDecimals(text: string): string | null {
  const value = luaNumber(text)
  if (value === null) return null
  const rounded = Math.floor(value * 1000 + 0.5) / 1000
  if (!Number.isFinite(rounded)) return null
  // toFixed uses exponents from 1e21 on; such numbers have no decimals.
  return Math.abs(rounded) < 1e21 ? rounded.toFixed(3) : `${BigInt(rounded)}.000`
}

const controlCharacters = /[^ -~\u{80}-\u{10ffff}]/gu
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const hexadecimal = /^([+-]?)(0x[\da-f]+)$/i

/** Parses a number like Lua 5.1, without control characters; null when it is invalid or not finite. */
function luaNumber(text: string): number | null {
  const digits = decimal.test(text) ? text : text.replaceAll(controlCharacters, '')
  const hex = hexadecimal.exec(digits)
  const value = hex
    ? Number(hex[2]) * (hex[1] === '-' ? -1 : 1)
    : decimal.test(digits)
      ? Number(digits)
      : Number.NaN
  return Number.isFinite(value) ? value : null
}
