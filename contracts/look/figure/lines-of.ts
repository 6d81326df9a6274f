import type { Answer, Figure } from '../../analysis/question.ts'

export interface Point {
  readonly x: number | string
  readonly y: number
}

/** Points of one colour. `name` is empty if there is only one line. */
export interface Line {
  readonly name: string
  readonly points: readonly Point[]
}

/** Maximum lines of a figure. */
const maxLines = 8
const maxPoints = 2000

/** Returns the lines of a query result; empty if columns are missing or have no numbers. Skips rows without a number. */
export function linesOf({ columns, rows }: Answer, { x, y, series }: Figure): Line[] {
  const at = (name: string) => columns.indexOf(name)
  const xAt = at(x.column)
  const seriesAt = series === undefined ? -1 : at(series)
  if (xAt < 0 || (series !== undefined && seriesAt < 0)) return []
  const lines = new Map<string, Point[]>()
  for (const row of rows.slice(0, maxPoints)) {
    const place = row[xAt]
    if (typeof place !== 'number' && typeof place !== 'string') continue
    for (const column of y.columns) {
      const value = row[at(column)]
      if (typeof value !== 'number' || !Number.isFinite(value)) continue
      const name = series === undefined ? (y.columns.length > 1 ? column : '') : String(row[seriesAt] ?? '–')
      const line = lines.get(name) ?? []
      if (!lines.has(name) && lines.size < maxLines) lines.set(name, line)
      line.push({ x: place, y: value })
    }
  }
  return [...lines].map(([name, points]) => ({ name, points }))
}
