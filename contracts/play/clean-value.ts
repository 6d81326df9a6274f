/** Unknown fields of a body may nest this deep. */
export const maxDepth = 32

/** Something nests deeper than `maxDepth` levels. */
export class NestedTooDeepError extends Error {}

const loneSurrogate = /\p{Surrogate}/gu

/** The text without what no database stores as text: NUL and lone surrogates become U+FFFD. */
export function cleanText(text: string): string {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
  return withoutNul.replace(loneSurrogate, '\uFFFD')
}

/**
 * A JSON value fit to be kept: texts and names cleaned, numbers that are not finite (the game writes `1e+9999`) as null, no member named
 * `__proto__`. The same value comes back when there was nothing to do. Throws NestedTooDeepError.
 */
export function cleanValue(value: unknown, depth = maxDepth): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) throw new NestedTooDeepError(`nested deeper than ${maxDepth} levels`)
  return Array.isArray(value) ? cleanList(value, depth - 1) : cleanObject(value, depth - 1)
}

function cleanList(list: readonly unknown[], depth: number): readonly unknown[] {
  const cleaned = list.map((item) => cleanValue(item, depth))
  return cleaned.some((item, i) => item !== list[i]) ? cleaned : list
}

function cleanObject(object: object, depth: number): object {
  const members: [string, unknown][] = []
  let changed = false
  for (const [name, value] of Object.entries(object)) {
    const cleanName = cleanText(name)
    const cleaned = cleanValue(value, depth)
    if (cleanName !== name || cleaned !== value || name === '__proto__') changed = true
    if (name !== '__proto__') members.push([cleanName, cleaned])
  }
  return changed ? Object.fromEntries(members) : object
}
