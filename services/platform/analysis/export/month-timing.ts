import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { topics } from '@stepledger/contracts/ledger/topic.ts'
import { maxRows, type PackedRows } from '@stepledger/contracts/play/columns.ts'
import { offsetsAsPacked, unpackTimes } from '@stepledger/contracts/play/unpack-rows.ts'
import { z } from 'zod'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Duck } from './duck.ts'
import { layersOf } from './layers.ts'
import { openStepsByCell, type StepsByCell } from './steps-by-cell.ts'
import { missed, transposeCells } from './transpose-cells.ts'

/**
 * Values of one chart in a month are held in memory at once: at most this many, so the longer the chart, the fewer its
 * plays.
 */
const mostOfCell = 10_000_000

const farthest = 1_000

const wantedPlays = z.tuple([z.array(z.bigint()), z.array(z.int())])
const wantedCell = z.object({ cell: z.int(), rows: z.int(), plays: z.int() })

export interface TimingOptions {
  readonly ledger: Pick<Ledger, 'read'>
  /** The steps lie here until they are sorted by chart. */
  readonly folder: string
  readonly secret: string
  /** How many more plays were read. */
  onRead(plays: number): void
  readonly signal: AbortSignal
}

/**
 * Makes `published_timing` of the ranked plays of `month_plays`: for each row of a chart the offsets of all plays,
 * sorted, so that nothing tells which ones are of the same play. The steps are read from the ledger, in its order.
 */
export async function timeMonth(
  duck: Duck,
  { ledger, folder, secret, onRead, signal }: TimingOptions,
): Promise<void> {
  await duck.run(`
    create or replace table timing_cells as
    select row_number() over (order by chart)::integer as cell, chart, rows from (
      select chart, rows, count(distinct player) as players from month_plays where ranked and rows <= ${mostOfCell}
      group by all
    ) qualify row_number() over (partition by chart order by players desc, rows desc) = 1;
    create or replace table timing_plays as
    select id, player, partition, position, cell, rows from month_plays join timing_cells using (chart, rows) where ranked;
    create or replace table wanted_plays as
    select partition, position, cell from (${layersOf('timing_plays', 'cell', secret)})
    qualify count(*) over (partition by cell order by layer) * rows <= ${mostOfCell}
      or layer = 1 and row_number() over (partition by cell order by layer, id) * rows <= ${mostOfCell};
    create or replace table cell_seconds (cell INTEGER, row INTEGER, seconds DOUBLE);
    create or replace table cell_lists (cell INTEGER, row INTEGER, missed INTEGER, offsets SMALLINT[]);
    create or replace view published_timing as
    select month, chart, row, round(seconds, 3) as seconds, offsets, missed
    from cell_lists join timing_cells using (cell) join cell_seconds using (cell, row)
      cross join (select any_value(month) as month from month_plays)`)
  const cells = await duck.rows(
    `select cell, rows, count(*)::integer as plays from wanted_plays join timing_cells using (cell) group by all order by cell`,
    wantedCell,
  )
  const steps = await openStepsByCell(folder, cells)
  try {
    await readSteps(duck, steps, await readWanted(duck), { ledger, onRead, signal })
    await transposeCells(duck, steps)
  } finally {
    await steps.close()
  }
}

/** Which plays of a partition are wanted, by rising offset, and the cell that each belongs to. */
interface Wanted {
  readonly offsets: Float64Array
  readonly cells: Int32Array
}

async function readWanted(duck: Duck): Promise<Wanted[]> {
  const wanted: Wanted[] = []
  for (let partition = 0; partition < topics.events.partitions; partition++) {
    const offsets: Float64Array[] = []
    const cells: Int32Array[] = []
    const sql = `select position, cell from wanted_plays where partition = ${partition} order by position`
    for await (const columns of duck.columns(sql)) {
      const [position, cell] = wantedPlays.parse(columns)
      offsets.push(Float64Array.from(position, Number))
      cells.push(Int32Array.from(cell))
    }
    wanted.push({ offsets: Float64Array.from(joined(offsets)), cells: Int32Array.from(joined(cells)) })
  }
  return wanted
}

function* joined(parts: readonly (Float64Array | Int32Array)[]): Iterable<number> {
  for (const part of parts) yield* part
}

async function readSteps(
  duck: Duck,
  steps: StepsByCell,
  wanted: readonly Wanted[],
  { ledger, onRead, signal }: Omit<TimingOptions, 'folder' | 'secret'>,
): Promise<void> {
  const seconds = await duck.append('cell_seconds')
  const next = wanted.map(() => 0)
  const timed = new Set<number>()
  const room = new Float32Array(maxRows)
  const from = wanted.map(({ offsets }) => offsets[0] ?? 0)
  const to = wanted.map(({ offsets }) => (offsets.at(-1) ?? -1) + 1)
  for await (const batch of ledger.read('events', from, { to })) {
    signal.throwIfAborted()
    let read = 0
    for (const { partition, offset, bytes } of batch) {
      const { offsets, cells } = itemAt(wanted, partition)
      const at = itemAt(next, partition)
      if (offsets[at] !== offset) continue
      next[partition] = at + 1
      const event = decodeEvent(bytes)
      if (event?.type !== 'PlaySubmitted') throw new Error(`no play lies at ${partition}:${offset}`)
      const cell = itemAt(cells, at)
      await steps.add(cell, offsetsInMs(event.data.rows, room))
      read += 1
      if (timed.has(cell)) continue
      timed.add(cell)
      for (const [i, due] of unpackTimes(event.data.rows).entries()) {
        seconds.appendInteger(cell)
        seconds.appendInteger(i + 1)
        seconds.appendDouble(due)
        seconds.endRow()
      }
    }
    onRead(read)
  }
  seconds.closeSync()
  const left = wanted.findIndex(({ offsets }, partition) => itemAt(next, partition) < offsets.length)
  if (left >= 0)
    throw new Error(`partition ${left} of the ledger ends before the plays that were folded from it`)
}

function offsetsInMs(packed: PackedRows, room: Float32Array): Int16Array<ArrayBuffer> {
  const ms = new Int16Array(packed.count)
  let i = 0
  for (const seconds of offsetsAsPacked(packed, room)) {
    const rounded = Math.floor(seconds * 1000 + 0.5)
    ms[i++] = Number.isNaN(rounded) ? missed : Math.max(-farthest, Math.min(farthest, rounded))
  }
  return ms
}
