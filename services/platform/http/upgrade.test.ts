import { once } from 'node:events'
import { connect } from 'node:net'
import fastifyWebsocket from '@fastify/websocket'
import { noBody, route } from '@stepledger/contracts/http/route.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { serve } from './serve.ts'
import { testApp } from './test-app.ts'

const write = route('write', 'POST /api/write', {
  summary: '',
  body: z.unknown(),
  answer: z.object({ body: z.unknown() }),
})
const look = route('look', 'GET /api/look', {
  ...write,
  body: noBody,
  answer: z.object({ looked: z.boolean() }),
})

/** A server with a read, a write, and a websocket that sends a greeting. */
async function listening() {
  const app = testApp()
  onTestFinished(() => app.close())
  await app.register(fastifyWebsocket)
  serve(app, write, ({ body }) => ({ body: body ?? null }))
  serve(app, look, () => ({ looked: true }))
  app.get('/live', { websocket: true }, (socket) => socket.send('hello'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/**
 * Sends one request after the other on one connection, each once the one before is answered; the last of them closes
 * it.
 */
async function answersTo(port: number, ...requests: string[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.on('data', (bytes) => {
    said += bytes
  })
  const ended = once(socket, 'end')
  for (const [i, request] of requests.entries()) {
    await expect.poll(() => said.split('HTTP/1.1 ')).toHaveLength(i + 1)
    socket.write(request)
  }
  await ended
  return said.split('HTTP/1.1 ').slice(1)
}

const offers = [
  // As curl sends it with --http2.
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n',
  'Connection: upgrade\r\nUpgrade: foo/2, websocket-of-old\r\n',
]

describe('a request that offers an upgrade to an unsupported protocol', () => {
  it.each(offers)('is answered without the upgrade: %j', async (offer) => {
    const port = await listening()
    const head = 'Host: localhost\r\n'
    const last = `GET /api/look HTTP/1.1\r\n${head}Connection: close\r\n\r\n`

    const ok = (json: string) => expect.stringMatching(RegExp(`^200 OK\\r[^]*\\r\\n\\r\\n${json}$`))

    const read = `GET /api/look HTTP/1.1\r\n${head}${offer}\r\n`
    expect(await answersTo(port, read, last)).toEqual([ok('{"looked":true}'), ok('{"looked":true}')])

    const json = 'Content-Type: application/json\r\nContent-Length: 7\r\n'
    const write = `POST /api/write HTTP/1.1\r\n${head}${json}${offer}\r\n{"a":1}`
    expect(await answersTo(port, write, last)).toEqual([ok('{"body":{"a":1}}'), ok('{"looked":true}')])
  })

  it('is answered without the upgrade for a write that offers a websocket, too', async () => {
    const port = await listening()
    const [answer] = await answersTo(
      port,
      'POST /api/write HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}',
    )
    expect(answer).toContain('{"body":{"a":1}}')
  })
})

describe('a request for a websocket', () => {
  it('gets the upgrade', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${await listening()}/live`)
    const [greeting] = await once(socket, 'message')
    expect(String(greeting)).toBe('hello')
    socket.close()
  })
})
