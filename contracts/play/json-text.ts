/** Thrown when a value nests deeper than any cleaned value. */
export class NestedTooDeepError extends Error {}

/** Greater than the depth of a cleaned value nested in other values. */
const maxDepth = 64

/**
 * Serialises to JSON text from which JSON.parse restores every value, where JSON.stringify would turn -0 into 0 and an
 * infinity into null. NaN, which JSON cannot represent, becomes null. Throws NestedTooDeepError.
 */
export function jsonText(value: unknown): string {
  return isPlain(value, 0) ? (JSON.stringify(value) ?? 'null') : textOf(value, 0)
}

/** Whether JSON.stringify, which is ten times as fast, gives the same text. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object' || value === null) return value !== undefined
  checkDepth(depth)
  for (const item of Array.isArray(value) ? value : Object.values(value))
    if (!isPlain(item, depth + 1)) return false
  return true
}

function textOf(value: unknown, depth: number): string {
  if (typeof value === 'number') return numberText(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  checkDepth(depth)
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item, depth + 1)).join(',')}]`
  const members = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}:${textOf(item, depth + 1)}`,
  )
  return `{${members.join(',')}}`
}

function checkDepth(depth: number): void {
  if (depth >= maxDepth) throw new NestedTooDeepError(`nested deeper than ${maxDepth} levels`)
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value)
  if (Number.isNaN(value)) return 'null'
  return value > 0 ? '1e9999' : '-1e9999'
}
