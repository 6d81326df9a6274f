import type { Server } from 'node:net'
import { isPortFree } from '@stepledger/services/embedded-postgres/data-folder.ts'

/**
 * A range of ports for each worker of a test run, between a port that browsers block (10080) and the range of our
 * Postgres. A program binds its port seconds after it was chosen, so a shared random range could collide.
 */
const [first, perWorker, workers] = [11_000, 1_000, 9]
const start = first + (Number(process.env.VITEST_POOL_ID ?? 0) % workers) * perWorker
let given = Math.floor(Math.random() * perWorker)

/** A free port of 127.0.0.1 that this process returns only once. */
export async function ownPort(): Promise<number> {
  for (let tries = 0; tries < perWorker; tries++) {
    given = (given + 1) % perWorker
    if (await isPortFree(start + given)) return start + given
  }
  throw new Error(`all ports from ${start} to ${start + perWorker - 1} are taken`)
}

/** The port of a listening server. Throws if it has none. */
export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}
