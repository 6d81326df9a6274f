import { NestedTooDeepError } from './clean-value.ts'

/** Beyond whatever a clean value within other values can have. */
const maxDepth = 64

/**
 * JSON text that gives every value back that JSON.parse can make: JSON.stringify would turn -0 into 0 and an infinity into null.
 * NaN, which no JSON text can be read as, becomes null. Throws NestedTooDeepError.
 */
export function jsonText(value: unknown, depth = 0): string {
  if (typeof value === 'number') return numberText(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (depth >= maxDepth) throw new NestedTooDeepError(`nested deeper than ${maxDepth} levels`)
  if (Array.isArray(value)) return `[${value.map((item) => jsonText(item, depth + 1)).join(',')}]`
  const members = Object.entries(value).map(
    ([name, v]) => `${JSON.stringify(name)}:${jsonText(v, depth + 1)}`,
  )
  return `{${members.join(',')}}`
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value)
  if (Number.isNaN(value)) return 'null'
  return value > 0 ? '1e9999' : '-1e9999'
}
