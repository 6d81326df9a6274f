import { createServer, request } from 'node:http'
import { portOf } from '../../scripts/services/own-port.ts'

export interface CountingProxy {
  readonly url: string
  /** Bytes of response bodies since the last call. */
  takeBytes(): number
  stop(): Promise<void>
}

/** A proxy that counts the bytes of response bodies. */
export async function countingProxy(to: string): Promise<CountingProxy> {
  let bytes = 0
  const server = createServer(({ method, url, headers }, response) => {
    const asked = request(new URL(url ?? '/', to), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.pipe(response)
    })
    asked.on('error', () => response.destroy())
    asked.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    takeBytes() {
      const taken = bytes
      bytes = 0
      return taken
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
