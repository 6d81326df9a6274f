import { isRecord } from '../is-record.ts'

/** Unknown fields of a body may nest this deep. */
export const maxDepth = 32

/** Something nests deeper than `maxDepth` levels. */
export class NestedTooDeepError extends Error {}

/** The text without what no database stores as text: NUL and lone surrogates become U+FFFD. */
export function cleanText(text: string): string {
  return isCleanText(text) ? text : text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** Whether there is nothing to be replaced in it. */
export function isCleanText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/**
 * A JSON value fit to be kept: texts and names cleaned, numbers that are not finite (the game writes `1e+9999`) as
 * null, no member named `__proto__`. The same value comes back when there was nothing to do, as with nearly every body.
 * Throws NestedTooDeepError.
 */
export function cleanValue(value: unknown): unknown {
  return isClean(value, maxDepth) ? value : cleaned(value)
}

/** Looks without making anything. */
function isClean(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'string') return isCleanText(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) throw new NestedTooDeepError(`nested deeper than ${maxDepth} levels`)
  let clean = true
  if (Array.isArray(value)) {
    for (const item of value) if (!isClean(item, depth - 1)) clean = false
  } else if (isRecord(value)) {
    for (const name in value)
      if (!isClean(value[name], depth - 1) || name === '__proto__' || !isCleanText(name)) clean = false
  }
  return clean
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(cleaned)
  const members = Object.entries(value).filter(([name]) => name !== '__proto__')
  return Object.fromEntries(members.map(([name, member]) => [cleanText(name), cleaned(member)]))
}
