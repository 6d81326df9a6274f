import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { PackError } from '../archive/pack-error.ts'
import { readParts } from './read-pack.ts'
import type { FromReader } from './reader-thread.ts'

/** Worker thread that reads one pack. Prefetches one part while the previous one is consumed. */
const { zip, madeRatioFrom } = z.object({ zip: z.string(), madeRatioFrom: z.number() }).parse(workerData)
const port = parentPort
if (!port) throw new Error('this is a thread')
const post = (message: FromReader) => port.postMessage(message)

try {
  const parts = readParts(zip, undefined, madeRatioFrom)
  let ahead = parts.next()
  for (;;) {
    const { value: read, done } = await ahead
    if (done) break
    ahead = parts.next()
    // Its error is thrown when the part is awaited.
    ahead.catch(() => {})
    const next = once(port, 'message')
    post(read)
    await next
  }
  post({ done: true })
} catch (error) {
  if (!(error instanceof PackError)) throw error
  post({ refused: { reason: error.reason, advice: error.advice } })
}
