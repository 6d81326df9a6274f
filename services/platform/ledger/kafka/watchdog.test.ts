import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchdog } from './subscription.ts'

describe('the watchdog', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('does nothing while all signs arrive, and reports a missing sign once', () => {
    const stuck: string[] = []
    const dog = watchdog({ signs: ['heartbeat', 'fetch'], ms: 1000, onStuck: (sign) => stuck.push(sign) })
    for (let ms = 0; ms < 5000; ms += 100) {
      vi.advanceTimersByTime(100)
      dog.reset('heartbeat')
      dog.reset('fetch')
    }
    expect(stuck).toEqual([])
    for (let ms = 0; ms < 5000; ms += 100) {
      vi.advanceTimersByTime(100)
      dog.reset('heartbeat')
    }
    expect(stuck).toEqual(['fetch'])
  })

  it('does not fire after a pause of its own process', () => {
    const stuck: string[] = []
    const dog = watchdog({ signs: ['heartbeat'], ms: 1000, onStuck: (sign) => stuck.push(sign) })
    vi.setSystemTime(Date.now() + 60_000)
    vi.advanceTimersByTime(50)
    dog.reset('heartbeat')
    vi.advanceTimersByTime(900)
    expect(stuck).toEqual([])
    dog.stop()
  })

  it('does not fire once stopped', () => {
    const stuck: string[] = []
    watchdog({ signs: ['heartbeat'], ms: 1000, onStuck: (sign) => stuck.push(sign) }).stop()
    vi.advanceTimersByTime(5000)
    expect(stuck).toEqual([])
  })
})
