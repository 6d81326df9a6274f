import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { SeededEvent } from './events.ts'
import type { HistoryGenerator } from './history-generator.ts'
import type { Seeding } from './seeding.ts'

export const chunkRequest = z.object({ chunk: z.int(), ids: z.array(z.int()) })
type ChunkRequest = z.infer<typeof chunkRequest>

/** The response: concatenated bytes of all events, and the end of each. */
const chunkResult = z.object({
  chunk: z.int(),
  keys: z.array(z.string()),
  charts: z.array(z.int().nullable()),
  ends: z.array(z.int()),
  bytes: z.instanceof(Uint8Array),
})
type ChunkResult = z.infer<typeof chunkResult>

export function packEvents(chunk: number, events: readonly SeededEvent[]): ChunkResult {
  let end = 0
  const ends = events.map(({ bytes }) => {
    end += bytes.length
    return end
  })
  const bytes = new Uint8Array(end)
  for (const [i, event] of events.entries()) bytes.set(event.bytes, ends[i - 1] ?? 0)
  const keys = events.map(({ key }) => key)
  const charts = events.map(({ chart }) => chart)
  return { chunk, keys, charts, ends, bytes }
}

function unpackEvents({ keys, charts, ends, bytes }: ChunkResult): SeededEvent[] {
  return keys.map((key, i) => ({
    key,
    chart: charts[i] ?? null,
    bytes: bytes.subarray(ends[i - 1] ?? 0, ends[i]),
  }))
}

interface Waiting {
  resolve(events: SeededEvent[]): void
  reject(error: Error): void
}

/** Generates history on a worker thread. `file`: the built `worker.ts`. */
export function generatorThread(file: URL, seeding: Seeding): HistoryGenerator {
  const worker = new Worker(file, { workerData: seeding })
  const waiting = new Map<number, Waiting>()
  worker.on('message', (message: unknown) => {
    const result = chunkResult.parse(message)
    waiting.get(result.chunk)?.resolve(unpackEvents(result))
    waiting.delete(result.chunk)
  })
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('a generator thread has exited')))
  return {
    generate: (chunk, ids) =>
      new Promise((resolve, reject) => {
        waiting.set(chunk, { resolve, reject })
        const request: ChunkRequest = { chunk, ids: [...ids] }
        worker.postMessage(request)
      }),
    async close() {
      await worker.terminate()
    },
  }
}
