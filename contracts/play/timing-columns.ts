/** A judged row as the game sends it: song seconds, offset in seconds or "Miss…", and up to seven further elements. */
export type TimingRow = readonly [time: number, offset: number | string, ...more: unknown[]]

/** The marker of a missed step in every version of the game. */
export const plainMiss = 'Miss'

/**
 * Judged rows by element. `times`: song seconds. `offsets`: seconds, late positive, NaN for a miss. `markers`: what was
 * sent in place of each missed offset, in order; null if all are "Miss". `more`: the third and each further element of
 * the rows that are long enough. `lengths`: elements per row if they differ, else `width` applies to all.
 */
export interface TimingColumns {
  readonly count: number
  readonly width: number | null
  readonly lengths: Uint8Array | null
  readonly times: Float64Array
  readonly offsets: Float64Array
  readonly markers: readonly string[] | null
  readonly more: readonly (readonly unknown[])[]
}

/** The rows must be validated: 2 to 9 elements each, and a text in place of an offset begins with "Miss". */
export function columnsOfRows(rows: readonly TimingRow[]): TimingColumns {
  const times = new Float64Array(rows.length)
  const offsets = new Float64Array(rows.length)
  const markers: string[] = []
  const lengths = new Uint8Array(rows.length)
  let longest = 2
  let shortest = 9
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]
    if (row === undefined) continue
    const offset = row[1]
    times[i] = row[0]
    offsets[i] = typeof offset === 'number' && Number.isFinite(offset) ? offset : Number.NaN
    if (isMiss(offset)) markers.push(typeof offset === 'string' ? offset : plainMiss)
    lengths[i] = row.length
    if (row.length > longest) longest = row.length
    if (row.length < shortest) shortest = row.length
  }
  const uniform = longest === shortest
  const longerThan = (index: number) => (uniform ? rows : rows.filter((row) => row.length > index))
  return {
    count: rows.length,
    width: uniform ? longest : null,
    lengths: uniform ? null : lengths,
    times,
    offsets,
    markers: markers.every((marker) => marker === plainMiss) ? null : markers,
    more: Array.from({ length: longest - 2 }, (_, extra) =>
      longerThan(extra + 2).map((row) => row[extra + 2]),
    ),
  }
}

/** Whether the second element of a row is a miss. A non-finite offset is one; JSON has it as 1e9999. */
function isMiss(offset: number | string): boolean {
  return typeof offset === 'string' || !Number.isFinite(offset)
}
