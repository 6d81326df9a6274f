import { isRecord } from '../is-record.ts'
import { type Column, maxPoints, type PackedPoints } from './columns.ts'
import { packNumbers } from './pack-column.ts'

/** More names than any game gives its points. */
const maxNames = 16

/**
 * Points as columns; null when that can't give them back: when one is no object, has other names than the first,
 * or a value that is no number. The order of names within a point is not kept.
 */
export function packPoints(points: readonly unknown[]): PackedPoints | null {
  if (points.length > maxPoints || !points.every(isRecord)) return null
  const [first] = points
  if (!first) return { count: 0, columns: {} }
  const names = Object.keys(first)
  // a record can't hold __proto__ as a name of its own
  if (names.length === 0 || names.length > maxNames || names.includes('__proto__')) return null
  if (points.some((point) => Object.keys(point).length !== names.length)) return null

  const columns: Record<string, Column> = {}
  for (const name of names) {
    const values = numbersNamed(name, points)
    if (!values) return null
    columns[name] = packNumbers(values)
  }
  return { count: points.length, columns }
}

function numbersNamed(
  name: string,
  points: readonly Readonly<Record<string, unknown>>[],
): Float64Array | null {
  const values = new Float64Array(points.length)
  for (const [i, point] of points.entries()) {
    const value = Object.hasOwn(point, name) ? point[name] : undefined
    if (typeof value !== 'number' || Number.isNaN(value)) return null
    values[i] = value
  }
  return values
}
