import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { PushTopic } from '@stepledger/contracts/push/messages.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { call, type Player } from '../system/client.ts'
import { type LiveServer, startLiveServer } from './live-server.ts'
import { openPage, subscribe } from './page.ts'
import { frame, openRaw, upgradeAt } from './raw-socket.ts'

const soon = { timeout: 30_000, interval: 5 }

describe('messages to the websocket', () => {
  let server: LiveServer
  let ada: Player
  let operator: Player
  beforeAll(async () => {
    server = await startLiveServer()
    ada = await server.addPlayer('ada')
    operator = await server.letOperate(await server.addPlayer('oskar'))
  })
  afterAll(() => server.stop())

  const hello = (token: string) => ({ type: 'hello', token }) as const
  const events = (count: number, from = 0): PushTopic[] =>
    Array.from({ length: count }, (_, i) => `event:${from + i}` as const)
  const lives = async () => {
    expect((await call(`${server.url}/health/live`)).status).toBe(200)
    const page = await openPage(server.url)
    expect(await page.request(subscribe('home'))).toEqual({ type: 'subscribed', topics: ['home'] })
    await page.close()
  }

  describe('subscriptions to ops', () => {
    const refused = { type: 'error', error: 'ops needs the permission ledger.operate' }

    it('are refused for a visitor, together with the other topics of the message', async () => {
      const page = await openPage(server.url)
      expect(await page.request(subscribe('home', 'ops'))).toEqual(refused)
      expect(await page.request(subscribe(...events(50)))).toMatchObject({ type: 'subscribed' })
      await page.close()
    })

    it('are refused for a player without the permission', async () => {
      const page = await openPage(server.url)
      page.send(hello(ada.token))
      expect(await page.request(subscribe('ops'))).toEqual(refused)
      await page.close()
    })

    it('are refused with an API key', async () => {
      const page = await openPage(server.url)
      expect(await page.request(hello(operator.key))).toMatchObject({ type: 'error' })
      expect(await page.request(subscribe('ops'))).toEqual(refused)
      await page.close()
    })

    it('are accepted from an operator, even directly after the hello', async () => {
      const page = await openPage(server.url)
      page.send(hello(operator.token))
      expect(await page.request(subscribe('ops'))).toEqual({ type: 'subscribed', topics: ['ops'] })
      await page.close()
    })

    it('get what changed on the page of operators, coalesced', async () => {
      const page = await openPage(server.url)
      page.send(hello(operator.token))
      await page.request(subscribe('ops'))
      const before = page.received.length
      const received = () => page.received.slice(before)
      for (let i = 0; i < 20; i++) server.publish({})
      server.publish({ packs: [1] })
      await expect.poll(() => received().length, { timeout: 30_000 }).toBe(2)
      const changed = { type: 'changed', topic: 'ops', generation: null }
      expect(received()).toEqual([
        { ...changed, about: 'folding' },
        { ...changed, about: 'uploads' },
      ])
      await page.close()
    })

    it('end, and are refused, after the session of the hello has ended', async () => {
      const { body } = await call(`${server.url}/api/login`, {
        body: { email: 'oskar@example.com', password: 'correct horse' },
      })
      const { token } = z.object({ token: z.string() }).parse(body)
      const page = await openPage(server.url)
      page.send(hello(token))
      expect(await page.request(subscribe('ops'))).toMatchObject({ type: 'subscribed' })
      expect(await call(`${server.url}/api/logout`, { token, body: {} })).toMatchObject({ status: 200 })
      const before = page.received.length
      server.publish({})
      await expect.poll(() => page.received.slice(before), { timeout: 30_000 }).toContainEqual(refused)
      expect(await page.request(subscribe('ops'))).toEqual(refused)
      await page.close()
    })
  })

  it('a second hello is refused and changes nothing', async () => {
    const page = await openPage(server.url)
    expect(await page.request(hello('unknown'))).toEqual({
      type: 'error',
      error: 'Nobody is signed in with this token',
    })
    expect(await page.request(hello(operator.token))).toEqual({
      type: 'error',
      error: 'A connection says hello once',
    })
    expect(await page.request(subscribe('ops'))).toMatchObject({ type: 'error' })
    await page.close()
  })

  it('subscribe to at most fifty topics at a time', async () => {
    const page = await openPage(server.url)
    expect(await page.request(subscribe(...events(50)))).toMatchObject({ type: 'subscribed' })
    expect(await page.request(subscribe(...events(50)))).toMatchObject({ type: 'subscribed' })
    expect(await page.request(subscribe('home'))).toEqual({
      type: 'error',
      error: 'A connection follows at most 50 topics',
    })
    page.send({ type: 'unsubscribe', topics: events(1) })
    expect(await page.request(subscribe('home'))).toMatchObject({ type: 'subscribed' })
    await page.close()
  })

  describe('invalid messages', () => {
    it.each([
      ['no JSON', 'garbage'],
      ['of no known type', '{"type":"shout"}'],
      ['without topics', '{"type":"subscribe","topics":[]}'],
      ['of a topic that is none', '{"type":"subscribe","topics":["chart:../etc/passwd"]}'],
      ['of too many topics', JSON.stringify(subscribe(...events(51)))],
      ['with a long token', JSON.stringify(hello('x'.repeat(201)))],
      ['null', 'null'],
      ['empty', ''],
    ])('are answered with an error: %s', async (_what, text) => {
      const page = await openPage(server.url)
      page.socket.send(text)
      expect(await page.request(subscribe('home'))).toEqual({
        type: 'error',
        error: 'A message must be hello, subscribe or unsubscribe, as JSON',
      })
      await page.close()
    })

    it.each([
      ['binary', frame('{}', { kind: 'binary' }), 1003],
      ['no UTF-8', frame(Buffer.from([0xc3, 0x28])), 1007],
      ['too large', frame('x'.repeat(16 * 1024 + 1)), 1009],
      ['without a mask', frame('{}', { masked: false }), 1002],
      ['the rest of nothing', frame('{}', { kind: 'continuation' }), 1002],
      [
        'in too many pieces',
        Buffer.concat([
          frame('x', { last: false }),
          ...Array.from({ length: 20 }, () => frame('x', { kind: 'continuation', last: false })),
        ]),
        1008,
      ],
    ])('close the connection with a code: %s', async (_what, bytes, code) => {
      const socket = await openRaw(server.port)
      const from = performance.now()
      socket.send(bytes)
      expect(await socket.closed).toBe(code)
      // The closing handshake has a short timeout, so this does not take half a minute.
      expect(performance.now() - from).toBeLessThan(20_000)
      await lives()
    })
  })

  it('a flood closes its connection, and no other', async () => {
    const [page, flooding] = [await openPage(server.url), await openPage(server.url)]
    for (let i = 0; i < 10_000; i++) flooding.send(subscribe('home'))
    expect(await flooding.closed).toBe(1008)
    expect(flooding.received.length).toBeLessThanOrEqual(60)
    expect(await page.request(subscribe('home'))).toMatchObject({ type: 'subscribed' })
    await page.close()
    await lives()
  })

  it('pings count towards the limit of messages', async () => {
    const socket = await openRaw(server.port)
    for (let i = 0; i < 100; i++) socket.send(frame('', { kind: 'ping' }))
    expect(await socket.closed).toBe(1008)
    await lives()
  })

  it('are accepted at /live only: elsewhere the upgrade is refused and the connection closed', async () => {
    for (const [path, start, error] of [
      ['/nowhere', 'HTTP/1.1 404 ', 'There is nothing at this address'],
      ['/health/live', 'HTTP/1.1 404 ', 'There is no websocket at this address'],
      ['/api/login', 'HTTP/1.1 405 ', 'This address takes POST only'],
    ] as const) {
      const received = await upgradeAt(server.port, path)
      expect(received).toContain(start)
      expect(received).toContain(`{"error":"${error}"}`)
    }
    await lives()
  })

  it('subscriptions that are processed after their page has left have no effect', async () => {
    const topics = events(49)
    const player = randomUUID()
    for (let i = 0; i < 10; i++) {
      const socket = await openRaw(server.port)
      // The subscription is processed after the session lookup of the hello.
      socket.say(hello(`guessed-${i}`))
      socket.say(subscribe(`player:${player}`, ...topics))
      socket.line.destroy()
    }
    const page = await openPage(server.url)
    expect(await page.request(hello('guessed'))).toMatchObject({ type: 'error' })
    await page.request(subscribe(`player:${player}`))
    await vi.waitUntil(async () => (await server.metric('websocket_connections')) === 1, soon)

    const handled = async () =>
      (await server.metric('push_messages_total')) + (await server.metric('push_dropped_total'))
    const before = await handled()
    const messages = 1000
    for (let i = 0; i < messages; i++) {
      server.publish({ players: [player] })
      if (i % 100 === 0) await turn()
    }
    await vi.waitUntil(() => page.received.length === messages + 2, soon)
    expect(await handled()).toBe(before + messages)
    await page.close()
  })
})
