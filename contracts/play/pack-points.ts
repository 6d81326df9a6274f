import { isRecord } from '../is-record.ts'
import { itemAt } from '../item-at.ts'
import { type Column, maxPoints, type PackedPoints } from './columns.ts'
import { packNumbers, unpackNumbers } from './pack-column.ts'

/** Limit of names per point, above that of any known game. */
const maxNames = 16

/**
 * Packs points as columns; null if columns cannot restore them: a point is not an object, has other names than the
 * first, or has a value that is not a number. The order of names within a point is not preserved.
 */
export function packPoints(points: readonly unknown[]): PackedPoints | null {
  if (points.length > maxPoints || !points.every(isRecord)) return null
  const [first] = points
  if (!first) return { count: 0, columns: {} }
  const names = Object.keys(first)
  // A plain object cannot have an own property `__proto__`.
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
  for (let i = 0; i < points.length; i++) {
    const point = points[i]
    const value = point && Object.hasOwn(point, name) ? point[name] : undefined
    if (typeof value !== 'number' || Number.isNaN(value)) return null
    values[i] = value
  }
  return values
}

/** Restores the points as they were sent. Throws MalformedColumnError. */
export function unpackPoints(packed: PackedPoints): Record<string, number>[] {
  const points = Array.from({ length: packed.count }, (): Record<string, number> => ({}))
  for (const name of Object.keys(packed.columns)) {
    const values = unpackCurve(packed, name)
    if (values === null) continue
    points.forEach((point, i) => {
      point[name] = itemAt(values, i)
    })
  }
  return points
}

/** Returns the values of one name over all points; null if the points do not have it. Throws MalformedColumnError. */
export function unpackCurve(packed: PackedPoints, name: string): Float64Array | null {
  const column = Object.hasOwn(packed.columns, name) ? packed.columns[name] : undefined
  return column ? unpackNumbers(column, packed.count) : null
}
