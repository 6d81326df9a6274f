import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Whether this port of 127.0.0.1 is free at the moment. */
export async function isPortFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  )
}

/** Below the ephemeral port range (from 32768 on Linux, 49152 elsewhere). */
const portRange = { from: 20_000, to: 32_000 }

/**
 * Returns a free port of 127.0.0.1 outside the ephemeral range, so that no outgoing connection takes it while its server
 * restarts.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 20; tries++) {
    const port = randomInt(portRange.from, portRange.to)
    if (await isPortFree(port)) return port
  }
  return listenOnce(0)
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no port'))
        else resolve(address.port)
      })
    })
  })
}
