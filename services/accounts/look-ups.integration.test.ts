import { randomBytes } from 'node:crypto'
import { authCheck, submitPlay } from '@stepledger/contracts/http/game.ts'
import { getHealth } from '@stepledger/contracts/http/site.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serve } from '../platform/http/serve.ts'
import { limitsInMemory } from '../platform/limits/limits.ts'
import { defaultRateLimits } from '../platform/limits/rate-limits.ts'
import { type AccountsForTests, accountsForTests } from './test-app.ts'

const limits = () => limitsInMemory({ ...defaultRateLimits, lookup: { calls: 20, seconds: 60 } })
const health = {
  status: 'ok' as const,
  engine: { ledger: '', push: '' },
  generation: 1,
  lag: 0,
  disk: 'ok' as const,
  silent: [],
}

let service: AccountsForTests
let queries = 0
beforeEach(async () => {
  service = await accountsForTests({ limits: limits() })
  serve(service.app, getHealth, ({ caller }) => ({ ...health, generation: caller ? 2 : 1 }))
  serve(service.app, authCheck, () => ({ message: 'OK' as const, alias: '', userId: '' }))
  serve(service.app, submitPlay, () => {
    throw new Error('no play is taken here')
  })
  service.database.pool.on('acquire', () => {
    queries += 1
  })
  queries = 0
})
afterEach(() => service.stop())

const randomToken = () => randomBytes(32).toString('base64url')
const statusOf = async (token: string, address = '192.0.2.1') =>
  (await service.send('GET', '/api/api-keys', { token, address })).statusCode

/** Sends requests with unknown tokens, `atOnce` at a time, until the address is limited. */
async function guess(calls: number, atOnce: number) {
  const statuses: number[] = []
  for (let n = 0; n < calls; n += atOnce)
    statuses.push(...(await Promise.all(Array.from({ length: atOnce }, () => statusOf(randomToken())))))
  return statuses
}

describe('calls with unknown tokens', () => {
  it('are answered 429 after the first few of an address, and looked up in batches', async () => {
    const statuses = await guess(1000, 50)
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(980)
    // Two per fifty; a few are polls of the mail queue and sweeps.
    expect(queries).toBeLessThan(70)
    expect(await statusOf(randomToken(), '192.0.2.2')).toBe(401)
  })

  it('do not use up the limit of players at the same address', async () => {
    const { token, user } = await service.register('regular')
    const { key } = (await service.send('POST', '/api/api-keys', { token })).json()
    const check = async () =>
      (await service.send('GET', '/v1/auth-check', { token: key, address: '192.0.2.1' })).statusCode
    await guess(100, 10)
    expect([await check(), await statusOf(token), await statusOf(randomToken())]).toEqual([200, 200, 429])
    service.authentication.forget(user.id)
    expect([await check(), await statusOf(token), await statusOf(randomToken())]).toEqual([200, 200, 429])
  })

  it('are answered to the game so that it retries, since the key may be valid', async () => {
    await guess(30, 10)
    const url = '/v1/chart/0123456789abcdef/play'
    const answer = await service.send('POST', url, { token: randomToken(), address: '192.0.2.1' })
    expect([answer.statusCode, Number(answer.headers['retry-after'])]).toEqual([503, expect.any(Number)])
  })

  it('count as visitors on public routes', async () => {
    const { token } = await service.register('guest')
    await guess(30, 10)
    const generationFor = async (token: string) =>
      (await service.send('GET', '/api/health', { token, address: '192.0.2.1' })).json().generation
    expect([await generationFor(randomToken()), await generationFor(token)]).toEqual([1, 2])
  })
})

describe('players of an arcade without cached credentials', () => {
  it('are all looked up', async () => {
    const { user } = await service.register('host')
    const tokens = Array.from({ length: 60 }, randomToken)
    await service.database.pool.query(
      `insert into accounts.sessions (id, player_id, token_hash, created_at, expires_at)
       select gen_random_uuid(), $1, sha256(convert_to(token, 'UTF8')), now(), '2030-01-01' from unnest($2::text[]) as token`,
      [user.id, tokens],
    )
    const statuses = []
    for (const token of tokens) statuses.push(await statusOf(token))
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})
