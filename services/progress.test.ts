import { describe, expect, it } from 'vitest'
import { requestedPositions } from './progress.ts'

/** A ledger with one partition and the ends that its reads return, one after the other; the fold has not begun. */
function waitsOn(...reads: (number | Promise<number>)[]) {
  let folded = false
  const waits = requestedPositions({
    progress: { reached: async (_, timeoutMs) => timeoutMs > 0 && folded },
    ledger: { ends: async () => [await (reads.shift() ?? Promise.reject(new Error('read once too often')))] },
  })
  const fold = () => {
    folded = true
  }
  return { waits, fold }
}
const refused = { status: 400, details: { field: 'ledger-position' } }

describe('a position that a request names', () => {
  it('is refused from the end of the ledger on, and in partitions that it lacks', async () => {
    const { waits } = waitsOn(3, 3)
    await expect(waits({ partition: 0, offset: 3 }, 1)).rejects.toMatchObject(refused)
    await expect(waits({ partition: 1, offset: 0 }, 1)).rejects.toMatchObject(refused)
    expect(await waits({ partition: 0, offset: 2 }, 1)).toBe(false)
  })

  it('is compared with the end of now: another process may just have appended there', async () => {
    const { waits, fold } = waitsOn(3, 4)
    await expect(waits({ partition: 0, offset: 3 }, 1)).rejects.toMatchObject(refused)
    fold()
    expect(await waits({ partition: 0, offset: 3 }, 1)).toBe(true)
  })

  it('is not compared with an end whose read began before the request', async () => {
    let answer: (end: number) => void = () => {}
    const slow = new Promise<number>((resolve) => {
      answer = resolve
    })
    const { waits, fold } = waitsOn(slow, 4)
    const first = waits({ partition: 0, offset: 4 }, 1)
    await Promise.resolve()
    const second = waits({ partition: 0, offset: 3 }, 1)
    answer(3)
    fold()
    await expect(first).rejects.toMatchObject(refused)
    expect(await second).toBe(true)
  })

  it('waits while the ledger is unavailable', async () => {
    const { waits } = waitsOn(Promise.reject(new Error('away')))
    expect(await waits({ partition: 0, offset: 3 }, 1)).toBe(false)
  })
})
