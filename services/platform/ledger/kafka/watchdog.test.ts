import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchdog } from './watchdog.ts'

describe('the watchdog', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is quiet while all signs come, and names the one that stays away, once', () => {
    const stuck: string[] = []
    const dog = watchdog({ signs: ['heartbeat', 'fetch'], ms: 1000, onStuck: (sign) => stuck.push(sign) })
    for (let ms = 0; ms < 5000; ms += 100) {
      vi.advanceTimersByTime(100)
      dog.heard('heartbeat')
      dog.heard('fetch')
    }
    expect(stuck).toEqual([])
    for (let ms = 0; ms < 5000; ms += 100) {
      vi.advanceTimersByTime(100)
      dog.heard('heartbeat')
    }
    expect(stuck).toEqual(['fetch'])
  })

  it('does not bite when it was itself held up', () => {
    const stuck: string[] = []
    const dog = watchdog({ signs: ['heartbeat'], ms: 1000, onStuck: (sign) => stuck.push(sign) })
    vi.setSystemTime(Date.now() + 60_000)
    vi.advanceTimersByTime(50)
    dog.heard('heartbeat')
    vi.advanceTimersByTime(900)
    expect(stuck).toEqual([])
    dog.stop()
  })

  it('rests when it is told to stop', () => {
    const stuck: string[] = []
    watchdog({ signs: ['heartbeat'], ms: 1000, onStuck: (sign) => stuck.push(sign) }).stop()
    vi.advanceTimersByTime(5000)
    expect(stuck).toEqual([])
  })
})
