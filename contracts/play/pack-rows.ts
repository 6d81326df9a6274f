import type { Column, PackedRows } from './columns.ts'
import { packBooleans, packColumn, packNumbers } from './pack-column.ts'
import type { TimingColumns } from './timing-columns.ts'

/** Packs rows; `unpackRows` restores them exactly, except that a non-finite offset becomes "Miss". */
export function packRows(rows: TimingColumns): PackedRows {
  const { count, width, lengths, times, offsets, markers, more } = rows
  return {
    count,
    width,
    lengths,
    times: packNumbers(times),
    offsets: packNumbers(offsets),
    markers: markers && packColumn(markers),
    more: more.map(packValues),
  }
}

function packValues(values: TimingColumns['more'][number]): Column {
  if (values instanceof Float64Array) return packNumbers(values)
  return values instanceof Uint8Array ? packBooleans(values) : packColumn(values)
}
