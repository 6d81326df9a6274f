import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import {
  madeRatioCountsFrom,
  maxPackCpuSeconds,
  maxReaderMebibytes,
  severalPacks,
} from '@stepledger/contracts/packs/pack-limits.ts'
import { z } from 'zod'
import { counted, PackError } from '../archive/pack-error.ts'
import { type PackPart, packPart } from './pack-part.ts'
import { readPack } from './read-pack.ts'

/** Messages of the thread: a part, after which it waits for `next`, or the end. `picturesMs`: CPU time of pictures. */
const fromReader = z.union([
  z.object({ part: packPart, picturesMs: z.number() }),
  z.object({ refused: z.object({ reason: z.string(), advice: z.string() }) }),
  z.object({ done: z.literal(true) }),
])
export type FromReader = z.infer<typeof fromReader>

/** Reads a pack, until `signal` is aborted. */
export type PackReader = (zip: string, signal: AbortSignal) => AsyncGenerator<PackPart>

export interface ReaderLimits {
  /** CPU seconds for a pack of this many songs. */
  readonly maxSeconds: (songs: number) => number
  /** MiB of memory of the thread. */
  readonly maxMebibytes: number
  /** Bytes of pictures and step previews that a zip of any size may produce. */
  readonly madeRatioFrom: number
}

const usual: ReaderLimits = {
  maxSeconds: maxPackCpuSeconds,
  maxMebibytes: maxReaderMebibytes,
  madeRatioFrom: madeRatioCountsFrom,
}

/**
 * Reads packs with the built `worker`, each on a separate thread; with null on this thread, without limits of CPU and
 * memory.
 */
export function packReader(worker: URL | null, limits = usual): PackReader {
  return worker === null ? readPack : (zip, signal) => readOnThread(worker, zip, signal, limits)
}

/** Size of V8's young generation, MB: a song allocates a few hundred kB, and the default of 48 would fill up. */
const youngGenerationMb = 6
/** Interval of checking the CPU time of the thread, ms. */
const checkIntervalMs = 250

async function* readOnThread(
  file: URL,
  zip: string,
  signal: AbortSignal,
  { maxSeconds, maxMebibytes, madeRatioFrom }: ReaderLimits,
): AsyncGenerator<PackPart> {
  const worker = new Worker(file, {
    workerData: { zip, madeRatioFrom },
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb, maxOldGenerationSizeMb: maxMebibytes },
  })
  const ending = new AbortController()
  // A thread that exits without a message would leave this pending for ever.
  worker.once('exit', (code) => ending.abort(new Error(`the reader of packs ended with code ${code}`)))
  worker.on('error', (error) => ending.abort(tooMuchMemory(error, maxMebibytes)))
  let songs = 0
  let picturesMs = 0
  const watch = setInterval(() => {
    // Approximates the thread's CPU time by its active time, as Node 20 does not expose the former.
    const { active } = worker.performance.eventLoopUtilization()
    const limit = maxSeconds(songs)
    if (active + picturesMs > limit * 1000) ending.abort(tooSlow(limit))
  }, checkIntervalMs)
  const stop = AbortSignal.any([ending.signal, signal])
  try {
    for (;;) {
      const [received] = await nextMessage(worker, stop)
      const message = fromReader.parse(received)
      if ('done' in message) return
      if ('refused' in message) throw new PackError(message.refused.reason, message.refused.advice)
      if (message.part.kind === 'opened') songs = message.part.songs
      picturesMs += message.picturesMs
      yield message.part
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
