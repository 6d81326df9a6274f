import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../../../embedded-postgres/data-folder.ts'

export interface CuttableProxy {
  /** The address of the server through the proxy. */
  readonly url: string
  /**
   * Cuts all connections after the server has sent `bytes` more bytes, which are passed on. Requests are always passed
   * on.
   */
  cutAfter(bytes: number): void
  /** Refuses new connections and cuts existing ones. */
  refuse(): Promise<void>
  /** Accepts connections again. */
  accept(): Promise<void>
  /** Accepts connections and data but passes on nothing, like a server that hangs, until `resume`. */
  stall(): void
  resume(): void
  close(): Promise<void>
}

/** A proxy to the server of `url` whose connections can be cut. */
export async function proxyTo(url: string): Promise<CuttableProxy> {
  const target = new URL(url)
  const lines = new Set<Socket>()
  const ends = new Set<Socket>()
  let left = Number.POSITIVE_INFINITY
  let stalled = false

  const cut = () => {
    left = Number.POSITIVE_INFINITY
    for (const line of lines) line.destroy()
    lines.clear()
  }
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    lines.add(client)
    for (const end of [client, upstream]) {
      ends.add(end)
      end.once('close', () => ends.delete(end))
    }
    client.on('error', () => upstream.destroy()).on('close', () => upstream.end())
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
    client.on('data', (request) => upstream.write(request))
    upstream.on('data', (response) => {
      if (response.length <= left) client.write(response)
      left -= response.length
      if (left < 0) cut()
    })
    if (stalled) for (const end of [client, upstream]) end.pause()
  })
  // A port that no outgoing connection occupies while connections are refused.
  const port = await freePort()
  const listen = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen()
  const here = new URL(url)
  here.host = `127.0.0.1:${port}`
  // A Unix socket would bypass the proxy.
  here.searchParams.delete('host')
  const refuse = async () => {
    cut()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  return {
    url: here.href,
    cutAfter(bytes) {
      left = bytes
    },
    refuse,
    accept: listen,
    stall() {
      stalled = true
      for (const end of ends) end.pause()
    },
    resume() {
      stalled = false
      for (const end of ends) end.resume()
    },
    close: refuse,
  }
}
