import { Worker } from 'node:worker_threads'
import type { NewEvent } from '../../platform/ledger/ledger.ts'
import type { Maker } from './maker.ts'
import type { Seeding } from './seeding.ts'
import { madePiece, unpackEvents, type WantedPiece } from './thread-messages.ts'

interface Waiting {
  resolve(events: NewEvent[]): void
  reject(error: Error): void
}

/** Makes history on a thread of its own; `file` is `worker.ts`, built. */
export function makerThread(file: URL, seeding: Seeding): Maker {
  const worker = new Worker(file, { workerData: seeding })
  const waiting = new Map<number, Waiting>()
  worker.on('message', (message: unknown) => {
    const made = madePiece.parse(message)
    waiting.get(made.piece)?.resolve(unpackEvents(made))
    waiting.delete(made.piece)
  })
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('a thread that makes plays has ended')))
  return {
    make: (piece, ids) =>
      new Promise((resolve, reject) => {
        waiting.set(piece, { resolve, reject })
        const wanted: WantedPiece = { piece, ids: [...ids] }
        worker.postMessage(wanted)
      }),
    async close() {
      await worker.terminate()
    },
  }
}
