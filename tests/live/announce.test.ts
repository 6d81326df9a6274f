import { randomUUID } from 'node:crypto'
import type { PushTopic } from '@stepledger/contracts/push/messages.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type LiveServer, startLiveServer } from './live-server.ts'
import { openPage, type Page, subscribe } from './page.ts'

const soon = { timeout: 30_000, interval: 5 }

describe('withdrawing many plays of a player in one batch', () => {
  let server: LiveServer
  let page: Page
  beforeAll(async () => {
    server = await startLiveServer()
    page = await openPage(server.url)
  })
  afterAll(() => server.stop())

  const player = randomUUID()
  const topic: PushTopic = `player:${player}`
  const chart = '0123456789abcdef'
  const playsOf = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ playId: i + 1, chart, player }))

  it('sends a message per play up to twenty plays', async () => {
    await page.request(subscribe('home', topic))
    server.publish({ withdrawn: playsOf(20) })
    await vi.waitUntil(() => page.received.length >= 41, soon)
    const received = page.received.slice(1)
    for (const each of ['home', topic]) {
      const messages = received.filter((message) => 'topic' in message && message.topic === each)
      expect(messages).toEqual(
        playsOf(20).map(({ playId }) => ({
          type: 'withdrawn',
          topic: each,
          playId,
          chartHash: chart,
          userId: player,
          generation: server.generation,
        })),
      )
    }
  })

  it('sends one message per topic above that', async () => {
    const before = page.received.length
    server.publish({ withdrawn: playsOf(21) })
    server.publish({ players: [player] })
    await vi.waitUntil(() => page.received.length >= before + 3, soon)
    const { generation } = server
    expect(page.received.slice(before)).toEqual([
      { type: 'changed', topic: 'home', generation },
      { type: 'changed', topic, generation },
      { type: 'changed', topic, generation },
    ])
  })
})
