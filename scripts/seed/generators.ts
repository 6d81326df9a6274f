import { setImmediate } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { z } from 'zod'
import { eventMaker, type SeededEvent } from './events.ts'
import { history, type Seeding, seeding } from './history.ts'

export const chunkPlays = 500

export interface HistoryGenerator {
  /** Returns the events of the nth chunk, from 0, in order. Must be called with ascending chunks. `ids`: of its plays. */
  generate(chunk: number, ids: readonly number[]): Promise<SeededEvent[]>
  close(): Promise<void>
}

/** Number of events after which the event loop gets a turn. */
const eventsPerTurn = 20

/** Generates history on this thread. */
export function historyGenerator(seeding: Seeding): HistoryGenerator {
  const chunks = history(seeding, chunkPlays)
  const eventOf = eventMaker(seeding)
  let next = 0
  return {
    async generate(chunk, ids) {
      for (; next < chunk; next++) chunks.next()
      next++
      const actions = chunks.next().value ?? []
      const idOf = (play: number) => itemAt(ids, play - chunk * chunkPlays)
      const events: SeededEvent[] = []
      for (const action of actions) {
        events.push(eventOf(action, idOf))
        if (events.length % eventsPerTurn === 0) await setImmediate()
      }
      return events
    },
    close: async () => {},
  }
}

const chunkRequest = z.object({ chunk: z.int(), ids: z.array(z.int()) })
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

function packEvents(chunk: number, events: readonly SeededEvent[]): ChunkResult {
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

export function generatorThread(seeding: Seeding): HistoryGenerator {
  const worker = new Worker(new URL('./generator-thread.mjs', import.meta.url), { workerData: seeding })
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

/** Runs on the worker thread: generates the requested chunks, one after the other. */
export function serveChunks(): void {
  const { generate } = historyGenerator(seeding.parse(workerData))
  let working = Promise.resolve()
  parentPort?.on('message', (message: unknown) => {
    const { chunk, ids } = chunkRequest.parse(message)
    working = working.then(async () => {
      const packed = packEvents(chunk, await generate(chunk, ids))
      parentPort?.postMessage(packed, [packed.bytes.buffer])
    })
  })
}
