import { Worker } from 'node:worker_threads'
import type { SeededEvent } from './events.ts'
import type { HistoryGenerator } from './history-generator.ts'
import type { Seeding } from './seeding.ts'
import { type ChunkRequest, chunkResult, unpackEvents } from './thread-messages.ts'

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
