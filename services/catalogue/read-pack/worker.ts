import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { PackError } from '../archive/pack-error.ts'
import { readParts } from './read-pack.ts'
import type { FromReader } from './reader-thread.ts'

/**
 * Reads one pack on a thread of its own. It reads on while a part is taken, and no further: two parts are at hand at
 * most.
 */
const { zip } = z.object({ zip: z.string() }).parse(workerData)
const port = parentPort
if (!port) throw new Error('this is a thread')
const say = (message: FromReader) => port.postMessage(message)

try {
  const parts = readParts(zip)
  let ahead = parts.next()
  for (;;) {
    const { value: read, done } = await ahead
    if (done) break
    ahead = parts.next()
    // What it throws is heard when its turn has come.
    ahead.catch(() => {})
    const next = once(port, 'message')
    say(read)
    await next
  }
  say({ done: true })
} catch (error) {
  if (!(error instanceof PackError)) throw error
  say({ refused: { reason: error.reason, advice: error.advice } })
}
