import { latenciesOf } from '../figures.ts'

/** Calls per second with this concurrency. */
export async function perSecond(
  seconds: number,
  callers: number,
  call: () => Promise<unknown>,
): Promise<number> {
  const start = performance.now()
  const end = start + seconds * 1000
  let calls = 0
  const caller = async () => {
    while (performance.now() < end) {
      await call()
      calls++
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return (calls * 1000) / (performance.now() - start)
}

/** Latencies of sequential calls, ms. */
export async function latencies(seconds: number, call: () => Promise<unknown>) {
  const ms: number[] = []
  const end = performance.now() + seconds * 1000
  for (let start = performance.now(); start < end; start = performance.now()) {
    await call()
    ms.push(performance.now() - start)
  }
  return latenciesOf(ms)
}

/** Cycles through the values. */
export function turnsOf<T>(values: readonly T[]): () => T {
  let turn = 0
  return () => {
    const value = values[turn++ % values.length]
    if (value === undefined) throw new RangeError('no values')
    return value
  }
}
