import { parentPort, workerData } from 'node:worker_threads'
import { maker } from './maker.ts'
import { seeding } from './seeding.ts'
import { packEvents, wantedPiece } from './thread-messages.ts'

/** Makes pieces of history on a thread of its own, one after the other. */
const { make } = maker(seeding.parse(workerData))
let working = Promise.resolve()
parentPort?.on('message', (message: unknown) => {
  const { piece, ids } = wantedPiece.parse(message)
  working = working.then(async () => {
    const packed = packEvents(piece, await make(piece, ids))
    parentPort?.postMessage(packed, [packed.bytes.buffer])
  })
})
