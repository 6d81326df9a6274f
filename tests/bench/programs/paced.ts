import { once } from 'node:events'
import { performance } from 'node:perf_hooks'

export interface Paced {
  /** Latencies from when each call was due, ms, in the order of the answers. */
  readonly ms: readonly number[]
  /** Due calls that were skipped because too many were in flight. */
  readonly skipped: number
}

/** Maximum calls in flight. A server that needs more can't sustain the rate. */
const maxOpen = 1000

/**
 * Calls `send` at a steady rate, independent of the answers (open loop). Latency counts from when a call was due, so a
 * slow server or generator shows. A failing call fails the run.
 */
export async function paced(perSecond: number, seconds: number, send: () => Promise<void>): Promise<Paced> {
  const ms: number[] = []
  const total = Math.round(perSecond * seconds)
  const start = performance.now()
  let open = 0
  let due = 0
  let skipped = 0
  const ended = new EventTarget()
  const failure: { error: unknown } = { error: null }

  const call = async (dueAt: number) => {
    open++
    try {
      await send()
      ms.push(performance.now() - dueAt)
    } catch (error) {
      failure.error ??= error
    }
    open--
    if (open === 0 && due === total) ended.dispatchEvent(new Event('end'))
  }
  const end = once(ended, 'end')
  const timer = setInterval(() => {
    for (; due < total; due++) {
      const dueAt = start + (due * 1000) / perSecond
      if (dueAt > performance.now()) return
      if (open < maxOpen) void call(dueAt)
      else skipped++
    }
    clearInterval(timer)
    if (open === 0) ended.dispatchEvent(new Event('end'))
  }, 1)
  await end
  if (failure.error !== null) throw failure.error
  return { ms, skipped }
}
