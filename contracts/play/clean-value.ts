import { isRecord } from '../is-record.ts'

/** Maximum nesting depth of unknown fields in a body. */
export const maxDepth = 32

/** Replaces what databases do not store as text, NUL and lone surrogates, by U+FFFD. */
export function cleanText(text: string): string {
  return isCleanText(text) ? text : text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** Whether the text needs no replacement. */
export function isCleanText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/**
 * Cleans a JSON value for storage: texts and names are cleaned, non-finite numbers (the game writes `1e+9999`) become
 * null, members named `__proto__` are removed. Lists and objects below `maxDepth` levels are removed, or replaced by
 * null in lists, and `onCut` is called for each. Returns the same value if nothing changes, as for nearly every body.
 */
export function cleanValue(value: unknown, onCut: () => void): unknown {
  return isClean(value) ? value : cleaned(value, maxDepth, onCut)
}

/** Whether `cleanValue` would return the value as it is. Does not allocate. */
export function isClean(value: unknown, depth = maxDepth): boolean {
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

/** Returns undefined for a list or an object that is too deep. */
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
    const cleanMember = name === '__proto__' ? undefined : cleaned(member, depth - 1, onCut)
    if (cleanMember !== undefined) members.push([cleanText(name), cleanMember])
  }
  return Object.fromEntries(members)
}
