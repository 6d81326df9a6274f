import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { noBody, route } from '@stepledger/contracts/http/route.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { maxAtOnce } from './pipelining.ts'
import { serve } from './serve.ts'
import { testApp } from './test-app.ts'

const numbered = route('numbered', 'GET /v1/numbered/:n', {
  access: 'public',
  summary: '',
  params: z.object({ n: z.coerce.number() }),
  body: noBody,
  answer: z.object({ n: z.number() }),
})
const requestOf = (n: number) => `GET /v1/numbered/${n} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const requests = (count: number) => Array.from({ length: count }, (_, n) => requestOf(n)).join('')

/** A server whose answers wait for `until`. */
async function listening(until: Promise<void> = Promise.resolve()) {
  const app = testApp()
  const sockets: Socket[] = []
  const handled = { count: 0, running: 0, mostAtOnce: 0 }
  app.server.on('connection', (socket: Socket) => sockets.push(socket))
  serve(app, numbered, async ({ params }) => {
    handled.count += 1
    handled.running += 1
    handled.mostAtOnce = Math.max(handled.mostAtOnce, handled.running)
    await until
    handled.running -= 1
    return params
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const clients: Socket[] = []
  onTestFinished(async () => {
    for (const client of clients) client.destroy()
    await app.close()
  })
  const open = async () => {
    const client = connect(Number(port), '127.0.0.1')
    clients.push(client)
    await once(client, 'connect')
    return client
  }
  return { open, handled, sockets }
}

/** Sends a request, and resolves once its answer arrives. */
async function ask(client: Socket, n: number): Promise<void> {
  client.write(requestOf(n))
  await once(client, 'data')
}

describe('pipelined requests', () => {
  it('are all answered in order, few at a time', async () => {
    const { open, handled } = await listening()
    const client = await open()
    client.write(requests(2_999))
    client.write(requestOf(2_999).replace('Host', 'Connection: close\r\nHost'))

    const numbers = [...(await text(client)).matchAll(/\{"n":(\d+)\}/g)].map(([, n]) => Number(n))
    expect(numbers).toEqual(Array.from({ length: 3_000 }, (_, n) => n))
    expect(handled.mostAtOnce).toBe(maxAtOnce)
  })

  it('leave other clients their turn', async () => {
    const { open, handled } = await listening()
    const other = await open()
    for (const flood of [await open(), await open()]) {
      flood.resume()
      flood.write(requests(20_000))
    }
    await expect.poll(() => handled.count, { interval: 0 }).toBeGreaterThan(0)

    for (let n = 0; n < 20; n++) {
      const before = handled.count
      await ask(other, n)
      // A chunk has 1,400 of these requests.
      expect(handled.count - before).toBeLessThan(200)
    }
    expect(handled.count).toBeLessThan(40_000)
  })

  it('are not read while earlier ones are not answered', async () => {
    const { open, handled, sockets } = await listening(new Promise(() => {}))
    const client = await open()
    client.write(requests(200_000))

    await expect.poll(() => handled.count).toBe(maxAtOnce)
    // Others are still served, and so Node had its chance to read on.
    for (let i = 0; i < 20; i++) (await open()).write(requestOf(0))
    await expect.poll(() => handled.count).toBe(maxAtOnce + 20)
    expect(sockets[0]?.bytesRead).toBeLessThanOrEqual(2 * 65_536)
  })
})
