import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** Plays of a chart whose steps are published together: `plays` of them, with `rows` rows each. */
export interface Cell {
  readonly cell: number
  readonly plays: number
  readonly rows: number
}

/** A cell with the offsets of its plays, one play after the other, ms. */
export interface CellSteps extends Cell {
  readonly offsets: Int16Array
}

/** Takes plays in the order of the ledger, gives them cell by cell. */
export interface StepsByCell {
  /** Keeps the offsets of a play. Throws RangeError for one that its cell has no room for. */
  add(cell: number, offsets: Int16Array<ArrayBuffer>): Promise<void>
  /** The cells in their order, once all plays are in. `offsets` holds until the next cell is asked for. */
  read(): AsyncIterable<CellSteps>
  close(): Promise<void>
}

/** As many bytes are kept in memory before they are written, cell by cell. */
const mostKept = 16 * 2 ** 20
const width = Int16Array.BYTES_PER_ELEMENT

/**
 * Opens a new file in `folder`. Each cell has its room in it from the start, so nothing needs to be sorted: however
 * many plays there are, each is written once and read once.
 */
export async function openStepsByCell(folder: string, cells: readonly Cell[]): Promise<StepsByCell> {
  const file = await open(join(folder, 'steps'), 'w+')
  const rooms = roomsOf(cells)
  let kept = 0

  async function writeKept(): Promise<void> {
    for (const room of rooms.values()) {
      if (room.kept.length === 0) continue
      const plays = room.kept.splice(0)
      const { bytesWritten } = await file.writev(plays, room.next)
      room.next += plays.length * room.playBytes
      if (bytesWritten !== plays.length * room.playBytes)
        throw new Error(`only ${bytesWritten} bytes were written of ${plays.length} plays`)
    }
    kept = 0
  }

  return {
    async add(cell, offsets) {
      const room = rooms.get(cell)
      if (!room || offsets.byteLength !== room.playBytes || room.left === 0)
        throw new RangeError(`cell ${cell} has no room for a play of ${offsets.length} rows`)
      room.left -= 1
      room.kept.push(offsets)
      kept += offsets.byteLength
      if (kept >= mostKept) await writeKept()
    },
    async *read() {
      await writeKept()
      const largest = cells.reduce((most, { plays, rows }) => Math.max(most, plays * rows), 0)
      const room = new Int16Array(largest)
      let position = 0
      for (const cell of cells) {
        const offsets = room.subarray(0, cell.plays * cell.rows)
        const { bytesRead } = await file.read(offsets, 0, offsets.byteLength, position)
        if (bytesRead !== offsets.byteLength) throw new Error(`cell ${cell.cell} is not whole`)
        position += offsets.byteLength
        yield { ...cell, offsets }
      }
    },
    close: () => file.close(),
  }
}

interface Room {
  readonly playBytes: number
  /** Where the next play is written, from the start of the file. */
  next: number
  left: number
  readonly kept: Int16Array<ArrayBuffer>[]
}

function roomsOf(cells: readonly Cell[]): Map<number, Room> {
  const rooms = new Map<number, Room>()
  let next = 0
  for (const { cell, plays, rows } of cells) {
    const playBytes = rows * width
    rooms.set(cell, { playBytes, next, left: plays, kept: [] })
    next += plays * playBytes
  }
  return rooms
}
