import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { throttle } from './use-topic.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('a throttled function', () => {
  it('runs at once, then once more for all calls in between', () => {
    let done = 0
    const { call } = throttle(() => done++, 1000)
    for (let i = 0; i < 50; i++) call()
    expect(done).toBe(1)
    vi.advanceTimersByTime(1000)
    expect(done).toBe(2)
    vi.advanceTimersByTime(5000)
    expect(done).toBe(2)
    call()
    expect(done).toBe(3)
  })

  it('does not run after stop', () => {
    let done = 0
    const { call, stop } = throttle(() => done++, 1000)
    call()
    call()
    stop()
    vi.advanceTimersByTime(5000)
    expect(done).toBe(1)
  })
})
