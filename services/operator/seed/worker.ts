import { parentPort, workerData } from 'node:worker_threads'
import { chunkRequest, packEvents } from './generator-thread.ts'
import { historyGenerator } from './history-generator.ts'
import { seeding } from './seeding.ts'

// Worker thread that generates chunks of history, one after the other.
const { generate } = historyGenerator(seeding.parse(workerData))
let working = Promise.resolve()
parentPort?.on('message', (message: unknown) => {
  const { chunk, ids } = chunkRequest.parse(message)
  working = working.then(async () => {
    const packed = packEvents(chunk, await generate(chunk, ids))
    parentPort?.postMessage(packed, [packed.bytes.buffer])
  })
})
