import { itemAt } from '../item-at.ts'
import type { PackedPoints } from './columns.ts'
import { unpackNumbers } from './unpack-column.ts'

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
