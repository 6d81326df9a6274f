import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { PackError } from '../archive/pack-error.ts'
import { readPack } from './read-pack.ts'
import type { FromReader } from './reader-thread.ts'

/** Reads one pack on a thread of its own, and waits after each part, so that no more than one is at hand. */
const { zip } = z.object({ zip: z.string() }).parse(workerData)
const port = parentPort
if (!port) throw new Error('this is a thread')
const say = (message: FromReader) => port.postMessage(message)

try {
  for await (const part of readPack(zip)) {
    const next = once(port, 'message')
    say({ part })
    await next
  }
  say({ done: true })
} catch (error) {
  if (!(error instanceof PackError)) throw error
  say({ refused: { reason: error.reason, advice: error.advice } })
}
