import { getUser, login } from '@stepledger/contracts/http/accounts.ts'
import { deletePlay } from '@stepledger/contracts/http/plays.ts'
import { getHealth } from '@stepledger/contracts/http/site.ts'
import { describe, expect, it } from 'vitest'
import { CallError, isNotFoldedYet } from './call-error.ts'
import { type ClientOptions, createClient } from './client.ts'

interface Sent {
  readonly address: string
  readonly init: RequestInit | undefined
}

/** A server with one response, which records its requests. */
function server(answer: () => Response | Promise<Response>, more: Partial<ClientOptions> = {}) {
  const sent: Sent[] = []
  const refused: (string | null)[] = []
  const call = createClient({
    fetch: async (address, init) => {
      sent.push({ address: String(address), init })
      return answer()
    },
    token: () => 'token-1',
    cookies: () => 'a=b; XSRF-TOKEN=x%3D1',
    onUnauthorized: (token) => refused.push(token),
    onGeneration: () => {},
    onProofNeeded: async () => false,
    onUnreachable: () => {},
    now: () => 0,
    timeout: 1000,
    ...more,
  })
  const header = (n: number, name: string) => new Headers(sent[n]?.init?.headers).get(name)
  return { call, sent, refused, header }
}

const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init)
const health = {
  status: 'ok',
  engine: { ledger: 'postgres', push: 'in-process' },
  generation: 1,
  lag: 0,
  disk: 'ok',
  silent: [],
}

describe('the client', () => {
  it('sends the token; copies the anti-forgery cookie into a header for writes only', async () => {
    const { call, header, sent } = server(() => json({ message: 'Deleted' }))
    await call(deletePlay, { params: { id: '7' } })
    expect(sent[0]?.address).toBe('/api/play/7')
    expect([header(0, 'authorization'), header(0, 'x-xsrf-token')]).toEqual(['Bearer token-1', 'x=1'])
    const reads = server(() => json(health))
    await reads.call(getHealth, {})
    expect(reads.header(0, 'x-xsrf-token')).toBeNull()
  })

  it('sends the position of the last write with later reads, for a minute', async () => {
    let answer = json(health)
    let now = 0
    const { call, header } = server(() => answer, { now: () => now })
    await call(getHealth, {})
    answer = json({ message: 'Deleted' }, { headers: { 'Ledger-Position': '3:41' } })
    await call(deletePlay, { params: { id: '7' } })
    for (now of [59_999, 60_000]) {
      answer = json(health)
      await call(getHealth, {})
    }
    expect([0, 2, 3].map((n) => header(n, 'ledger-position'))).toEqual([null, '3:41', null])
  })

  it('reads without that position when the server refuses it', async () => {
    const answers = [
      () => json({ message: 'Deleted' }, { headers: { 'Ledger-Position': '3:41' } }),
      () => json({ error: 'beyond the end', field: 'ledger-position' }, { status: 400 }),
      () => json(health),
      () => json(health),
    ]
    const { call, header } = server(() => answers.shift()?.() ?? json({}))
    await call(deletePlay, { params: { id: '7' } })
    expect(await call(getHealth, {})).toEqual(health)
    await call(getHealth, {})
    expect([1, 2, 3].map((n) => header(n, 'ledger-position'))).toEqual(['3:41', null, null])
  })

  it.each([
    [200, 0],
    [404, 0],
    [502, 1],
    [503, 1],
    [504, 1],
  ])('reports a server that cannot answer: %i → %i times', async (status, times) => {
    let reported = 0
    const { call } = server(() => json(status === 200 ? health : { error: 'Not now' }, { status }), {
      onUnreachable: () => {
        reported += 1
      },
    })
    await call(getHealth, {}).catch(() => {})
    expect(reported).toBe(times)
  })

  it('validates the response against the route', async () => {
    const { call } = server(() => json({ status: 'fine' }))
    await expect(call(getHealth, {})).rejects.toThrow('Invalid response from /api/health')
  })

  it("returns the server's message and reports a rejected token", async () => {
    const { call, refused } = server(() => json({ error: 'Session expired' }, { status: 401 }))
    const error = await call(getUser, {}).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({ status: 401, serverText: 'Session expired' })
    expect(refused).toEqual(['token-1'])
  })

  it('asks for an identity confirmation and repeats the call', async () => {
    const answers = [
      () => json({ error: 'Please confirm', code: 'proof-needed' }, { status: 403 }),
      () => json({ message: 'Deleted' }),
    ]
    let asked = 0
    const { call, sent } = server(() => answers.shift()?.() ?? json({}), {
      onProofNeeded: async () => {
        asked += 1
        return true
      },
    })
    expect(await call(deletePlay, { params: { id: '7' } })).toEqual({ message: 'Deleted' })
    expect([asked, sent.map(({ address }) => address)]).toEqual([1, ['/api/play/7', '/api/play/7']])
  })

  it('rejects when the identity is not confirmed', async () => {
    const { call, sent } = server(() =>
      json({ error: 'Please confirm', code: 'proof-needed' }, { status: 403 }),
    )
    await expect(call(deletePlay, { params: { id: '7' } })).rejects.toMatchObject({
      serverText: 'Please confirm',
    })
    expect(sent).toHaveLength(1)
  })

  it('tells a missing resource from one that is not folded yet', async () => {
    const missing = (headers: HeadersInit) =>
      server(() => json({ error: 'Play not found' }, { status: 404, headers }))
        .call(getHealth, {})
        .catch((e: unknown) => e)
    expect([
      isNotFoldedYet(await missing({ 'Ledger-Stale': 'true' })),
      isNotFoldedYet(await missing({})),
    ]).toEqual([true, false])
  })

  it('distinguishes network errors, timeouts and aborts', async () => {
    const down = server(() => Promise.reject(new TypeError('fetch failed')))
    await expect(down.call(getHealth, {})).rejects.toMatchObject({
      kind: 'network',
      message: 'Network error',
    })
    const body = { body: { email: 'a@b.cd', password: 'secret' } }
    const failing = server(() => new Response('<html>', { status: 502 }))
    await expect(failing.call(login, body)).rejects.toMatchObject({
      kind: 'status',
      message: 'Request failed with status code 502',
    })
    const hanging: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      )
    await expect(
      server(() => json({}), { fetch: hanging, timeout: 5 }).call(getHealth, {}),
    ).rejects.toMatchObject({ kind: 'timeout' })
    const stop = new AbortController()
    const stopped = server(() => json({}), { fetch: hanging }).call(getHealth, {}, stop.signal)
    stop.abort()
    await expect(stopped).rejects.toMatchObject({ kind: 'aborted' })
  })
})
