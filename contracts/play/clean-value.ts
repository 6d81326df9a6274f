import { isRecord } from '../is-record.ts'

/** Unknown fields of a body may nest this deep. */
export const maxDepth = 32

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
 * null, no member named `__proto__`. Lists and objects below `maxDepth` levels are left out, of lists null takes their
 * place, and `onCut` is called for each. Returns the same value when there is nothing to change, as with nearly every
 * body.
 */
export function cleanValue(value: unknown, onCut: () => void): unknown {
  return isClean(value, maxDepth) ? value : cleaned(value, maxDepth, onCut)
}

/** Allocates nothing. */
function isClean(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'string') return isCleanText(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  if (Array.isArray(value)) {
    for (const item of value) if (!isClean(item, depth - 1)) return false
  } else if (isRecord(value)) {
    for (const name in value)
      if (!isClean(value[name], depth - 1) || name === '__proto__' || !isCleanText(name)) return false
  }
  return true
}

/** Undefined for a list or an object that is too deep. */
function cleaned(value: unknown, depth: number, onCut: () => void): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) {
    onCut()
    return undefined
  }
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth - 1, onCut) ?? null)
  const members: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const kept = name === '__proto__' ? undefined : cleaned(member, depth - 1, onCut)
    if (kept !== undefined) members.push([cleanText(name), kept])
  }
  return Object.fromEntries(members)
}
