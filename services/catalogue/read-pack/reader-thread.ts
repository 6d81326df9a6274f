import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { maxPackCpuSeconds, maxReaderMebibytes } from '@stepledger/contracts/packs/pack-limits.ts'
import { z } from 'zod'
import { counted, PackError, severalPacks } from '../archive/pack-error.ts'
import { type PackPart, packPart } from './pack-part.ts'
import { readPack } from './read-pack.ts'

/** What the thread says: a part, after which it waits for `next`; or how it ended. `picturesMs`: CPU time of pictures. */
export const fromReader = z.union([
  z.object({ part: packPart, picturesMs: z.number() }),
  z.object({ refused: z.object({ reason: z.string(), advice: z.string() }) }),
  z.object({ done: z.literal(true) }),
])
export type FromReader = z.infer<typeof fromReader>

/** Reads a pack, until `signal` is aborted. */
export type PackReader = (zip: string, signal: AbortSignal) => AsyncGenerator<PackPart>

/** What reading may cost. */
export interface ReaderLimits {
  /** Seconds of CPU, of a pack of so many songs. */
  readonly maxSeconds: (songs: number) => number
  /** MiB of memory of the thread. */
  readonly maxMebibytes: number
}

const usual: ReaderLimits = { maxSeconds: maxPackCpuSeconds, maxMebibytes: maxReaderMebibytes }

/**
 * Reads packs with the built `worker`, each on a thread of its own, off the one that answers requests; on this thread,
 * and without limits of CPU and memory, for null.
 */
export function packReader(worker: URL | null, limits = usual): PackReader {
  return worker === null ? readPack : (zip, signal) => readOnThread(worker, zip, signal, limits)
}

/** Of memory for young objects, MB: a song leaves some hundred kB of them, and the usual 48 would all be taken. */
const young = 6
/** How often the CPU time of the thread is looked at, ms. */
const watchEveryMs = 250

async function* readOnThread(
  file: URL,
  zip: string,
  signal: AbortSignal,
  { maxSeconds, maxMebibytes }: ReaderLimits,
): AsyncGenerator<PackPart> {
  const worker = new Worker(file, {
    workerData: { zip },
    resourceLimits: { maxYoungGenerationSizeMb: young, maxOldGenerationSizeMb: maxMebibytes },
  })
  const ending = new AbortController()
  // An end without a last word would leave this waiting for ever.
  worker.once('exit', (code) => ending.abort(new Error(`the reader of packs ended with code ${code}`)))
  worker.on('error', (error) => ending.abort(tooMuchMemory(error, maxMebibytes)))
  let songs = 0
  let picturesMs = 0
  const watch = setInterval(() => {
    // Of the thread, its time at work stands for its CPU time, which Node 20 does not give.
    const { active } = worker.performance.eventLoopUtilization()
    const most = maxSeconds(songs)
    if (active + picturesMs > most * 1000) ending.abort(tooSlow(most))
  }, watchEveryMs)
  const stop = AbortSignal.any([ending.signal, signal])
  try {
    for (;;) {
      const [message] = await nextMessage(worker, stop)
      const said = fromReader.parse(message)
      if ('done' in said) return
      if ('refused' in said) throw new PackError(said.refused.reason, said.refused.advice)
      if (said.part.kind === 'opened') songs = said.part.songs
      picturesMs += said.picturesMs
      yield said.part
      worker.postMessage('next')
    }
  } finally {
    clearInterval(watch)
    await worker.terminate()
  }
}

async function nextMessage(worker: Worker, signal: AbortSignal) {
  try {
    return await once(worker, 'message', { signal })
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}

function tooSlow(seconds: number): PackError {
  return new PackError(`Reading it takes more than ${counted(seconds)} seconds of CPU.`, severalPacks)
}

function tooMuchMemory(error: unknown, mebibytes: number): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')) return error
  return new PackError(`Reading it takes more than ${mebibytes} MB of memory.`, severalPacks)
}
