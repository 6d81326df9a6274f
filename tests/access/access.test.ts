import { apiKey } from '@stepledger/contracts/http/api-keys.ts'
import { newOperatorSecret } from '@stepledger/services/operator-file.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { playBody } from '../generators/play-body.ts'
import { call, submit } from '../system/client.ts'
import { type LocalSystem, startLocalSystem } from '../system/local-system.ts'
import { type Callers, makeCallers } from './callers.ts'
import { accessCases, harmlessRequest } from './cases.ts'

let system: LocalSystem
let callers: Callers
const operatorSecret = newOperatorSecret()

beforeAll(async () => {
  system = await startLocalSystem({
    only: ['accounts', 'analysis', 'catalogue', 'competitions', 'ingest', 'query', 'projector'],
    operatorSecret,
  })
  callers = await makeCallers(system.url, system.database, operatorSecret)
})
afterAll(() => system.stop())

describe('access to every route, by kind of caller', () => {
  const cases = accessCases().map((each) => ({ name: each.route.name, ...each }))
  it.each(cases)('$name: $kind → $expected', async ({ route, kind, expected }) => {
    const { method, path, body } = harmlessRequest(route)
    const token = await callers.tokenOf(kind)
    const answer = await call(`${system.url}${path}`, {
      method,
      ...(token && { token }),
      ...(body && { body }),
    })
    if (expected !== 'passes') expect(answer.status).toBe(expected)
    else expect([401, 403, 429, 500]).not.toContain(answer.status)
  })
})

describe('uploading to the storage', () => {
  it('is refused without a signed address', async () => {
    const headers = { 'content-type': 'application/zip' }
    const sent = await fetch(`${system.url}/storage/packs/1.zip`, { method: 'PUT', headers, body: 'PK' })
    expect([sent.status, await sent.json()]).toEqual([403, { error: 'This upload address is invalid' }])
  })
})

describe('what a player owns', () => {
  const remove = async (path: string, kind: Parameters<Callers['tokenOf']>[0]) => {
    const token = await callers.tokenOf(kind)
    return (await call(`${system.url}${path}`, { method: 'DELETE', ...(token && { token }) })).status
  }

  it('only the player can delete a play', async () => {
    const { playId, position } = await submit(system.url, callers.player, playBody({ seed: 3 }))
    const path = `/api/play/${playId}`
    const look = async () =>
      (await call(`${system.url}${path}`, { headers: { 'ledger-position': position } })).status
    expect(await look()).toBe(200)
    for (const kind of ['visitor', 'other player', 'operator', 'API key'] as const) {
      expect([401, 403, 404]).toContain(await remove(path, kind))
    }
    expect(await look()).toBe(200)
    expect(await remove(path, 'player')).toBe(200)
  })

  it('only the player can delete an API key', async () => {
    const token = await callers.tokenOf('player')
    const { body } = await call(`${system.url}/api/api-keys`, { ...(token && { token }) })
    const [key] = z.object({ apiKeys: z.array(apiKey) }).parse(body).apiKeys
    const path = `/api/api-key/${key?.id}`
    for (const kind of ['visitor', 'other player', 'operator', 'API key'] as const) {
      expect([401, 403, 404]).toContain(await remove(path, kind))
    }
    const check = async () =>
      (await call(`${system.url}/v1/auth-check`, { token: callers.player.key })).status
    expect(await check()).toBe(200)
    expect(await remove(path, 'player')).toBe(200)
    expect(await check()).toBe(401)
  })
})
