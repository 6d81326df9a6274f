import type { DuckDBAppender } from '@duckdb/node-api'
import { appendLists, rowsAtOnce } from './append-lists.ts'
import type { Duck } from './duck.ts'
import type { CellSteps, StepsByCell } from './steps-by-cell.ts'

/** An offset in the place of a miss. */
export const missed = -32_768

/**
 * Fills `cell_lists` from the offsets play by play: for each row of a chart the offsets of all plays, rising, so that
 * nothing tells which ones are of the same play. One chart is in memory at a time.
 */
export async function transposeCells(duck: Duck, steps: StepsByCell): Promise<void> {
  const lists = await duck.append('cell_lists')
  for await (const cell of steps.read()) appendCell(lists, cell)
  lists.closeSync()
}

function appendCell(lists: DuckDBAppender, { cell, plays, rows, offsets }: CellSteps): void {
  for (let from = 0; from < rows; from += rowsAtOnce) {
    const some = Math.min(rowsAtOnce, rows - from)
    const values = new Int16Array(some * plays)
    const lengths: number[] = []
    let end = 0
    for (let row = from; row < from + some; row++) {
      const start = end
      for (let at = row; at < offsets.length; at += rows) {
        const offset = offsets[at]
        if (offset !== undefined && offset !== missed) values[end++] = offset
      }
      values.subarray(start, end).sort()
      lengths.push(end - start)
    }
    const numbers = [
      lengths.map(() => cell),
      lengths.map((_, i) => from + i + 1),
      lengths.map((length) => plays - length),
    ]
    appendLists(lists, { numbers, values, lengths })
  }
}
