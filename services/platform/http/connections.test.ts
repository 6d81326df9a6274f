import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { noBody, route } from '@stepledger/contracts/http/route.ts'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { deferred } from '../async/deferred-in-tests.ts'
import { serve } from './serve.ts'
import { testApp } from './test-app.ts'

const upload = route('upload', 'POST /v1/upload', {
  access: 'game',
  summary: '',
  body: z.unknown(),
  answer: z.object({}),
})
const open = route('open', 'POST /v1/open', { ...upload, access: 'public' })
const slow = route('slow', 'GET /v1/slow', { ...open, body: noBody })

const apps: FastifyInstance[] = []
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
})

async function listening(until: Promise<void> = Promise.resolve(), started = () => {}, log?: Logger) {
  const app = testApp(log ? { log } : {})
  apps.push(app)
  serve(app, upload, () => ({}))
  serve(app, open, () => ({}))
  serve(app, slow, async () => {
    started()
    await until
    return {}
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { app, port: address.port }
}

/** Sends head and body completely before reading, as the game does, and reads until the connection ends. */
async function sendWhole(port: AddressInfo['port'], path: string, bytes: number, head = '') {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.pause()
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Origin: http://127.0.0.1:${port}`,
    'Accept: */*',
    'Content-Type: application/json',
    'Connection: close',
    `Content-Length: ${bytes}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n${head}\r\n`)
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(Buffer.alloc(bytes, 0x20), () => resolve())
  })
  return text(socket)
}

describe('an error response', () => {
  it('for an invalid key reaches a client that sends five megabytes before it reads', async () => {
    const { port } = await listening()
    const answer = await sendWhole(port, '/v1/upload', 5_000_000, 'Authorization: Bearer sl_wrong\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(answer).toContain('{"error":"Unknown API key"}')
    expect(answer.toLowerCase()).toContain('content-length: 27')
  })

  it('for a body that is too large reaches such a client too', async () => {
    const { port } = await listening()
    const answer = await sendWhole(port, '/v1/open', 7_000_000)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain('The body must be at most 16384 bytes')
  })

  it('for malformed HTTP is 400', async () => {
    const { port } = await listening()
    const socket = connect(port, '127.0.0.1')
    socket.write('nonsense\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('a client that never completes its body', () => {
  it('gets 408, and its connection is closed', async () => {
    const app = testApp({ requestTimeoutMs: 100 })
    apps.push(app)
    serve(app, open, () => ({}))
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      'POST /v1/open HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    )
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 .*\r\n\r\n\{"error":"Request Timeout"\}$/s)
  })
})

describe('a client that disconnects within its body', () => {
  it('is logged at debug level in one line, not as an error', async () => {
    const lines: unknown[] = []
    const log = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) })
    const { port } = await listening(undefined, undefined, log)
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /v1/open HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"half":',
      () => socket.destroy(),
    )
    const debug = pino.levels.values.debug
    await expect
      .poll(() => lines.filter((line) => JSON.stringify(line).includes('/v1/open')))
      .toEqual([
        expect.objectContaining({
          level: debug,
          reason: 'The client disconnected before its body was complete',
        }),
      ])
    expect(JSON.stringify(lines)).not.toContain('stack')
  })
})

describe('graceful close', () => {
  it('finishes running requests, closes idle connections and accepts no new ones', async () => {
    const [handler, finish] = deferred()
    const [running, begun] = deferred()
    const { app, port } = await listening(handler, begun)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const sent = request({ port, host: '127.0.0.1', path: '/v1/slow', agent }).end()
    const answered = once(sent, 'response')
    await running
    const idle = connect(port, '127.0.0.1')
    await once(idle, 'connect')

    const from = performance.now()
    const closed = app.close()
    await once(idle.resume(), 'close')
    finish()
    const [answer] = await answered
    expect(answer.statusCode).toBe(200)
    answer.resume()
    await closed

    // Before the idle timeout of a minute.
    expect(performance.now() - from).toBeLessThan(20_000)
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
    agent.destroy()
  })
})
