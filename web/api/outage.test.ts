import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOutage } from './outage.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A server that is unreachable until switched on; counts the probes. */
function server() {
  const network = new EventTarget()
  const state = { up: false, asked: 0, back: 0 }
  const outage = createOutage({
    answers: async () => {
      state.asked++
      return state.up
    },
    now: () => Date.now(),
    network,
  })
  outage.onBack(() => state.back++)
  return { state, outage, network }
}

describe('an outage', () => {
  it('probes with exponential back-off until the server answers, and not without an outage', async () => {
    const { state, outage } = server()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(state.asked).toBe(0)
    outage.noticed()
    outage.noticed()
    await vi.advanceTimersByTimeAsync(1000 + 2000 + 4000)
    expect(state).toMatchObject({ asked: 3, back: 0 })
    state.up = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(state).toMatchObject({ asked: 4, back: 1 })
  })

  it('probes at once on Retry and when the network is back', async () => {
    const { state, outage, network } = server()
    outage.noticed()
    outage.tryNow()
    await vi.advanceTimersByTimeAsync(0)
    expect(state.asked).toBe(1)
    state.up = true
    network.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(state).toMatchObject({ asked: 2, back: 1 })
  })

  it('keeps backing off when probes succeed but requests fail', async () => {
    const { state, outage } = server()
    state.up = true
    outage.onBack(outage.noticed)
    outage.noticed()
    await vi.advanceTimersByTimeAsync(1000 + 2000 + 4000 + 8000)
    expect(state.asked).toBe(4)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(state.asked).toBe(8)
  })
})
