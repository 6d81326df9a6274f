import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStepsByCell } from './steps-by-cell.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepledger-steps-'))
})
afterEach(() => rm(folder, { recursive: true }))

const stepsOf = (play: number, rows: number) => new Int16Array(rows).fill(play)

it('gives plays that came in turn cell by cell, also those that memory had no room for', async () => {
  const cells = [
    { cell: 3, plays: 300, rows: 20_000 },
    { cell: 7, plays: 300, rows: 10_000 },
    { cell: 8, plays: 1, rows: 1 },
  ]
  const steps = await openStepsByCell(folder, cells)
  for (let play = 0; play < 300; play++) {
    await steps.add(7, stepsOf(play, 10_000))
    await steps.add(3, stepsOf(1_000 + play, 20_000))
  }
  await steps.add(8, stepsOf(5_000, 1))
  const read: { cell: number; first: number[]; last: number[] }[] = []
  for await (const { cell, plays, rows, offsets } of steps.read()) {
    const at = Array.from({ length: plays }, (_, play) => play * rows)
    expect(offsets).toHaveLength(plays * rows)
    read.push({
      cell,
      first: at.map((i) => offsets[i] ?? 0),
      last: at.map((i) => offsets[i + rows - 1] ?? 0),
    })
  }
  await steps.close()
  const numbers = Array.from({ length: 300 }, (_, play) => play)
  const later = numbers.map((play) => 1_000 + play)
  expect(read).toEqual([
    { cell: 3, first: later, last: later },
    { cell: 7, first: numbers, last: numbers },
    { cell: 8, first: [5_000], last: [5_000] },
  ])
})

it('refuses a play of other rows than its cell, and one more than the cell has', async () => {
  const steps = await openStepsByCell(folder, [{ cell: 1, plays: 1, rows: 4 }])
  await expect(steps.add(1, stepsOf(0, 5))).rejects.toThrow('cell 1 has no room for a play of 5 rows')
  await expect(steps.add(2, stepsOf(0, 4))).rejects.toThrow(RangeError)
  await steps.add(1, stepsOf(0, 4))
  await expect(steps.add(1, stepsOf(0, 4))).rejects.toThrow(RangeError)
  await steps.close()
})
