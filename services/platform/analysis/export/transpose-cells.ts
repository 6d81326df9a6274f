import { type DuckDBAppender, DuckDBBlobValue } from '@duckdb/node-api'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { z } from 'zod'
import { appendLists, rowsAtOnce } from './append-lists.ts'
import type { Duck } from './duck.ts'

/** An offset in the place of a miss. */
export const missed = -32_768

const cellRows = z.tuple([z.array(z.int()), z.array(z.instanceof(DuckDBBlobValue))])

/**
 * Fills `cell_lists` from `cell_rows`, which has the offsets play by play: for each row of a chart the offsets of all plays, rising, so that
 * nothing tells which ones are of the same play. One chart is in memory at a time.
 */
export async function transposeCells(duck: Duck): Promise<void> {
  const lists = await duck.append('cell_lists')
  let current: number | null = null
  let plays: Int16Array[] = []
  for await (const columns of duck.columns('select cell, offsets from cell_rows order by cell')) {
    const [cells, offsets] = cellRows.parse(columns)
    for (const [i, cell] of cells.entries()) {
      if (cell !== current && current !== null) {
        appendCell(lists, current, plays)
        plays = []
      }
      current = cell
      plays.push(new Int16Array(new Uint8Array(itemAt(offsets, i).bytes).buffer))
    }
  }
  if (current !== null) appendCell(lists, current, plays)
  lists.closeSync()
}

function appendCell(lists: DuckDBAppender, cell: number, plays: readonly Int16Array[]): void {
  const rows = itemAt(plays, 0).length
  for (let from = 0; from < rows; from += rowsAtOnce) {
    const some = Math.min(rowsAtOnce, rows - from)
    const values = new Int16Array(some * plays.length)
    const lengths: number[] = []
    let end = 0
    for (let row = from; row < from + some; row++) {
      const start = end
      for (const play of plays) {
        const offset = itemAt(play, row)
        if (offset !== missed) values[end++] = offset
      }
      values.subarray(start, end).sort()
      lengths.push(end - start)
    }
    const numbers = [
      lengths.map(() => cell),
      lengths.map((_, i) => from + i + 1),
      lengths.map((length) => plays.length - length),
    ]
    appendLists(lists, { numbers, values, lengths })
  }
}
