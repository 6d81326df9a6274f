import type { Environment } from '@stepledger/services/platform/config/config.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startLiveServer } from './live-server.ts'
import { openPage, type Page, subscribe } from './page.ts'

const hello = (token: string) => ({ type: 'hello', token }) as const
const soon = { timeout: 30_000, interval: 5 }

async function prepare(env: Environment) {
  const server = await startLiveServer(env)
  onTestFinished(() => server.stop())
  const open = (from: string) => openPage(server.url, { from })
  /** Waits until the server counts this many open connections. */
  const counts = (connections: number) =>
    vi.waitUntil(async () => (await server.metric('websocket_connections')) === connections, soon)
  return { server, open, counts }
}

const works = async (page: Page) =>
  expect(await page.request(subscribe('home'))).toMatchObject({ type: 'subscribed' })

describe('limits per address', () => {
  it('caps open connections; a closed one frees its place', async () => {
    const { server, open, counts } = await prepare({ MAX_SOCKETS_PER_ADDRESS: '2' })
    const first = await open('192.0.2.1')
    await open('192.0.2.1')
    const refused = open('192.0.2.1')
    await expect(refused).rejects.toMatchObject({
      status: 429,
      body: '{"error":"Too many live connections from this address"}',
    })
    await works(await open('192.0.2.2'))
    await works(first)
    expect(await server.metric('websocket_refused_total')).toBe(1)

    await first.close()
    await counts(2)
    await works(await open('192.0.2.1'))
  })

  it('treats a whole /64 of IPv6 as one address', async () => {
    const { open } = await prepare({ MAX_SOCKETS_PER_ADDRESS: '1' })
    await open('2001:db8:1:2::1')
    await expect(open('2001:db8:1:2:3:4:5:6')).rejects.toMatchObject({ status: 429 })
    await works(await open('2001:db8:1:3::1'))
  })

  it('caps simultaneous connection attempts', async () => {
    const { open } = await prepare({ MAX_SOCKETS_PER_ADDRESS: '5' })
    const tried = await Promise.allSettled(Array.from({ length: 30 }, () => open('192.0.2.1')))
    expect(tried.filter(({ status }) => status === 'fulfilled').length).toBe(5)
  })

  it('counts connections and hellos as calls: those of visitors by address, those of players by player', async () => {
    const { server, open } = await prepare({ RATE_LIMIT_READ: '4/60' })
    const [first, second] = [await open('192.0.2.1'), await open('192.0.2.1')]
    expect(await first.request(hello('guessed'))).toMatchObject({
      error: 'Nobody is signed in with this token',
    })
    expect(await second.request(hello('guessed'))).toMatchObject({
      error: 'Nobody is signed in with this token',
    })
    await expect(open('192.0.2.1')).rejects.toMatchObject({ status: 429 })

    // Calls of others behind the same address don't use up the players' limits
    const ada = await server.addPlayer('ada')
    for (const page of await Promise.all([1, 2, 3, 4].map(() => open('192.0.2.2')))) {
      page.send(hello(ada.token))
      await works(page)
    }
    const fifth = await open('192.0.2.3')
    expect(await fifth.request(hello(ada.token))).toMatchObject({
      error: 'Too many requests. Please try again later.',
    })
    expect(await fifth.closed).toBe(1013)
  })
})

describe('limits of the process', () => {
  it('cap open connections, from any address and with all other limits off', async () => {
    const { open, counts } = await prepare({ MAX_SOCKETS: '3', RATE_LIMITS: 'off' })
    const pages = await Promise.all([1, 2, 3].map((n) => open(`192.0.2.${n}`)))
    await expect(open('192.0.2.4')).rejects.toMatchObject({
      status: 503,
      body: '{"error":"Too many live connections"}',
    })
    await pages[0]?.close()
    await counts(2)
    await works(await open('192.0.2.4'))
    await expect(open('192.0.2.5')).rejects.toMatchObject({ status: 503 })
  })
})

describe('limits per account', () => {
  it('cap open connections; the excess one is closed with a reason', async () => {
    const { server, open, counts } = await prepare({ MAX_SOCKETS_PER_ACCOUNT: '2' })
    const [ada, ben] = [await server.addPlayer('ada'), await server.addPlayer('ben')]
    const openAs = async (token: string, from: string) => {
      const page = await open(from)
      page.send(hello(token))
      return page
    }
    const first = await openAs(ada.token, '192.0.2.1')
    await works(first)
    await works(await openAs(ada.token, '192.0.2.2'))
    const third = await openAs(ada.token, '192.0.2.3')
    expect(await third.closed).toBe(1013)
    expect(third.received).toEqual([{ type: 'error', error: 'Too many connections of this account' }])
    await works(await openAs(ben.token, '192.0.2.1'))
    await works(await open('192.0.2.1'))

    await first.close()
    await counts(4 - 1)
    await works(await openAs(ada.token, '192.0.2.3'))
  })
})

describe('with RATE_LIMITS=off', () => {
  it('neither addresses nor accounts are limited', async () => {
    const { server, open } = await prepare({
      RATE_LIMITS: 'off',
      MAX_SOCKETS_PER_ADDRESS: '1',
      MAX_SOCKETS_PER_ACCOUNT: '1',
    })
    const ada = await server.addPlayer('ada')
    for (let i = 0; i < 3; i++) {
      const page = await open('192.0.2.1')
      page.send(hello(ada.token))
      await works(page)
    }
  })
})
