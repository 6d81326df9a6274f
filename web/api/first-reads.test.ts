import { describe, expect, it } from 'vitest'
import { fetchFirstReads } from './first-reads.ts'

/** A browser in which `/api/blueshift` was requested before the app ran. */
function browser() {
  const early = new Response('early')
  const firstReads = new Map([['/api/blueshift', Promise.resolve(early)]])
  const fetch = fetchFirstReads({ firstReads, fetch: async () => new Response('fetched') })
  return async (address: string, method: string) => (await fetch(address, { method })).text()
}

describe('fetchFirstReads', () => {
  it('answers a read by the response that was requested before the app ran, once', async () => {
    const read = browser()
    expect(await read('/api/site', 'GET')).toBe('fetched')
    expect(await read('/api/blueshift', 'GET')).toBe('early')
    expect(await read('/api/blueshift', 'GET')).toBe('fetched')
  })

  it('fetches what was requested before a write', async () => {
    const read = browser()
    await read('/api/login', 'POST')
    expect(await read('/api/blueshift', 'GET')).toBe('fetched')
  })
})
