import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { PackError } from '../archive/pack-error.ts'
import { type PackPart, packPart } from './pack-part.ts'
import { readPack } from './read-pack.ts'

/** What the thread says: a part, after which it waits for `next`; or how it ended. */
export const fromReader = z.union([
  z.object({ part: packPart }),
  z.object({ refused: z.object({ reason: z.string(), advice: z.string() }) }),
  z.object({ done: z.literal(true) }),
])
export type FromReader = z.infer<typeof fromReader>

/** Reads a pack. */
export type PackReader = (zip: string) => AsyncGenerator<PackPart>

/**
 * Reads packs with the built `worker`, each on a thread of its own, off the one that answers requests; on this thread
 * for null.
 */
export function packReader(worker: URL | null): PackReader {
  return worker === null ? readPack : (zip) => readOnThread(worker, zip)
}

/** Of memory for young objects, MB: a song leaves some hundred kB of them, and the usual 48 would all be taken. */
const young = 6

async function* readOnThread(file: URL, zip: string): AsyncGenerator<PackPart> {
  const worker = new Worker(file, {
    workerData: { zip },
    resourceLimits: { maxYoungGenerationSizeMb: young },
  })
  const ending = new AbortController()
  // An end without a last word would leave this waiting for ever.
  worker.once('exit', (code) => ending.abort(new Error(`the reader of packs ended with code ${code}`)))
  try {
    for (;;) {
      const [message] = await once(worker, 'message', { signal: ending.signal })
      const said = fromReader.parse(message)
      if ('done' in said) return
      if ('refused' in said) throw new PackError(said.refused.reason, said.refused.advice)
      yield said.part
      worker.postMessage('next')
    }
  } finally {
    await worker.terminate()
  }
}
