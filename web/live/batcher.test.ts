import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBatcher } from './connection.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function batching() {
  const delivered: number[][] = []
  let overflows = 0
  const take = createBatcher<number>({
    deliver: (items) => delivered.push([...items]),
    overflow: () => void overflows++,
    pause: 100,
    limit: 5,
  })
  return { take, delivered, overflows: () => overflows }
}

describe('the batcher', () => {
  it('delivers single messages at once', () => {
    const { take, delivered } = batching()
    take(1)
    expect(delivered).toEqual([[1]])
    vi.advanceTimersByTime(1000)
    take(2)
    expect(delivered).toEqual([[1], [2]])
  })

  it('coalesces bursts in order, ten batches a second', () => {
    const { take, delivered } = batching()
    for (const n of [1, 2, 3]) take(n)
    expect(delivered).toEqual([[1]])
    vi.advanceTimersByTime(100)
    take(4)
    expect(delivered).toEqual([[1], [2, 3]])
    vi.advanceTimersByTime(1000)
    expect(delivered).toEqual([[1], [2, 3], [4]])
  })

  it('drops messages on overflow and reports it once', () => {
    const { take, delivered, overflows } = batching()
    for (let n = 0; n < 50; n++) take(n)
    vi.advanceTimersByTime(100)
    expect([delivered, overflows()]).toEqual([[[0]], 1])
    vi.advanceTimersByTime(100)
    take(50)
    expect(delivered).toEqual([[0], [50]])
  })
})
