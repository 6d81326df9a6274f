import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../../database/embedded/connection-file.ts'

export interface CuttableLine {
  /** The address of what stands behind it, by way of the proxy. */
  readonly url: string
  /**
   * Cuts all connections once the server has answered `bytes` more bytes; those are let through, and all that was
   * asked.
   */
  cutAfter(bytes: number): void
  /** Takes no connections any more and cuts those there are. */
  refuse(): Promise<void>
  /** Takes connections again. */
  accept(): Promise<void>
  /** Takes connections and all that is said, and passes on nothing, as to a server that stands still, until `speak`. */
  hush(): void
  speak(): void
  close(): Promise<void>
}

/** Stands between a client and the server of `url` and cuts the line when told to. */
export async function proxyTo(url: string): Promise<CuttableLine> {
  const behind = new URL(url)
  const lines = new Set<Socket>()
  const ends = new Set<Socket>()
  let left = Number.POSITIVE_INFINITY
  let hushed = false

  const cut = () => {
    left = Number.POSITIVE_INFINITY
    for (const line of lines) line.destroy()
    lines.clear()
  }
  const server = createServer((client) => {
    const upstream = connect(Number(behind.port), behind.hostname)
    lines.add(client)
    for (const end of [client, upstream]) {
      ends.add(end)
      end.once('close', () => ends.delete(end))
    }
    client.on('error', () => upstream.destroy()).on('close', () => upstream.end())
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
    client.on('data', (question) => upstream.write(question))
    upstream.on('data', (answer) => {
      if (answer.length <= left) client.write(answer)
      left -= answer.length
      if (left < 0) cut()
    })
    if (hushed) for (const end of [client, upstream]) end.pause()
  })
  // One that no outgoing connection takes while the line is refused.
  const port = await freePort()
  const listen = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen()
  const here = new URL(url)
  here.host = `127.0.0.1:${port}`
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
    hush() {
      hushed = true
      for (const end of ends) end.pause()
    },
    speak() {
      hushed = false
      for (const end of ends) end.resume()
    },
    close: refuse,
  }
}
