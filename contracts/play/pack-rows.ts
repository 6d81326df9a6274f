import type { PackedRows } from './columns.ts'
import { packColumn, packNumbers } from './pack-column.ts'
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
    more: more.map(packColumn),
  }
}
