import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { PushTopic } from '@stepledger/contracts/push/messages.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type LiveServer, startLiveServer } from './live-server.ts'
import { openPage, type Page, subscribe } from './page.ts'
import { openRaw, type RawSocket } from './raw-socket.ts'

const slowOnes = 20
/** Each batch sends one message per player to each subscriber. */
const players = Array.from({ length: 50 }, () => randomUUID())
const topics = players.map((player): PushTopic => `player:${player}`)
const changesAtOnce = 4

describe('websocket clients that subscribe and never read', () => {
  let server: LiveServer
  let page: Page
  let silent: RawSocket[]
  beforeAll(async () => {
    server = await startLiveServer()
    page = await openPage(server.url)
    await page.request(subscribe(...topics))
    silent = []
    for (let i = 0; i < slowOnes; i++) {
      const socket = await openRaw(server.port)
      silent.push(socket)
      socket.say(subscribe(...topics))
      await socket.heard('subscribed')
      socket.stopReading()
    }
  })
  afterAll(() => server.stop())

  let published = 0
  /** Publishes batches, and waits until the reading client has received them. */
  const publishChanges = async () => {
    for (let i = 0; i < changesAtOnce; i++) server.publish({ players })
    published += changesAtOnce * players.length
    await vi.waitUntil(() => page.received.length > published, { timeout: 30_000, interval: 1 })
  }
  const open = () => server.metric('websocket_connections')

  it('are all disconnected, while other clients receive everything and the server stays responsive', async () => {
    expect(await open()).toBe(slowOnes + 1)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    // The kernel buffers some megabytes per connection before the server has to.
    for (let i = 0; i < 1000 && (await open()) > 1; i++) await publishChanges()
    delay.disable()

    expect(await open()).toBe(1)
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200)
    // On a busy machine the event loop may be delayed by a second without our doing.
    expect(delay.max / 1e6).toBeLessThan(5_000)
    expect(page.received.slice(1)).toEqual(
      Array.from({ length: published }, (_, i) => ({
        type: 'changed',
        topic: topics[i % topics.length],
        generation: server.generation,
      })),
    )
  })

  it('receive no further messages', async () => {
    const [sent, dropped] = [
      await server.metric('push_messages_total'),
      await server.metric('push_dropped_total'),
    ]
    await publishChanges()
    expect(await server.metric('push_messages_total')).toBe(sent + changesAtOnce * players.length)
    expect(await server.metric('push_dropped_total')).toBe(dropped)
    expect(page.socket.readyState).toBe(page.socket.OPEN)
  })

  it('see their connection closed', async () => {
    for (const { line } of silent) line.resume()
    for (const { closed } of silent) expect(await closed).toBeNull()
  })
})
