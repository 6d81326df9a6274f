import { minutesOfProof, proofNeeded, type Route } from '@stepledger/contracts/http/route.ts'
import { allRoutes, routesByService } from '@stepledger/contracts/http/routes.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { limitsInMemory } from '../../platform/limits/limits.ts'
import { defaultRateLimits } from '../../platform/limits/rate-limits.ts'
import { securityKey } from '../passkeys/testing/security-key.ts'
import { type AccountsForTests, accountsForTests, testPassword } from '../test-app.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests({ limits: limitsInMemory(defaultRateLimits) })
})
afterAll(() => service.stop())

const newKey = (token: string) => service.send('POST', '/api/api-keys', { token, body: {} })
const prove = (token: string, body: object) => service.send('POST', '/api/user/proof', { token, body })
const tenMinutes = minutesOfProof * 60_000

/** A player whose sign-in is too long ago to be a proof. */
async function signedInBefore(name: string) {
  const player = await service.register(name)
  const key = securityKey(service)
  await key.add(player.token)
  service.clock.now += tenMinutes
  return { ...player, key }
}

describe('routes that require re-authentication', () => {
  it('are those of API keys, passkeys, email, deletion, download and own plays, and all changes by operators', () => {
    const isOperators = ({ path }: Route) => path.startsWith('/api/admin/')
    const changes = allRoutes.filter((route) => isOperators(route) && route.method !== 'GET')
    expect(changes.filter(({ needsProof }) => !needsProof)).toEqual([])
    const others = allRoutes.filter((route) => route.needsProof && !isOperators(route))
    expect(others.map(({ name }) => name).sort()).toEqual([
      'askForErasure',
      'changeEmail',
      'createApiKey',
      'createDownloadAddress',
      'createOperatorToken',
      'decideDeviceLink',
      'deletePlay',
      'getKeyFile',
      'startDownload',
      'startPasskeyRegistration',
    ])
  })

  it('need a recent proof; signing in is one', async () => {
    // Given a session that was stolen some minutes after its player signed in
    const { token } = await signedInBefore('stolen')
    const bodies: Readonly<Record<string, object>> = {
      changeEmail: { email: 'thief@evil.example' },
      startPasskeyRegistration: { name: 'of the thief' },
    }
    // Then it cannot gain lasting access
    const own = routesByService.accounts.filter(
      ({ needsProof, access }) => needsProof && access === 'session',
    )
    for (const { name, method, path } of own) {
      const body = method === 'GET' ? undefined : (bodies[name] ?? {})
      const answer = await service.send(method, path, { token, body })
      expect([name, answer.statusCode, answer.json().code]).toEqual([name, 403, proofNeeded])
    }
    // And has access to everything else
    expect((await service.send('GET', '/api/user', { token })).statusCode).toBe(200)
    const body = { email: 'stolen@example.org', password: testPassword }
    const fresh = (await service.send('POST', '/api/login', { body })).json().token
    expect((await newKey(fresh)).statusCode).toBe(201)
    expect((await newKey(token)).statusCode).toBe(403)
  })

  it('accept this session for some minutes after the password', async () => {
    const { token } = await signedInBefore('prover')
    expect((await prove(token, { password: testPassword })).statusCode).toBe(200)
    service.clock.now += tenMinutes - 1
    expect((await newKey(token)).statusCode).toBe(201)
    service.clock.now += 1
    expect((await newKey(token)).statusCode).toBe(403)
  })

  it('reject the other sessions of the player', async () => {
    const { token: stolen } = await signedInBefore('elsewhere')
    const body = { email: 'elsewhere@example.org', password: testPassword }
    const { token: own } = (await service.send('POST', '/api/login', { body })).json()
    service.clock.now += tenMinutes
    expect((await prove(own, { password: testPassword })).statusCode).toBe(200)
    expect((await newKey(own)).statusCode).toBe(201)
    expect((await newKey(stolen)).statusCode).toBe(403)
  })

  it('reject a proof by a password that is changed while it is checked', async () => {
    // Given a proof that waits for the player's row
    const { token, user } = await signedInBefore('overtaken')
    const { pool } = service.database
    const changing = await pool.connect()
    onTestFinished(() => changing.release())
    await changing.query('BEGIN')
    await changing.query('SELECT FROM accounts.players WHERE id = $1 FOR UPDATE', [user.id])
    const proving = prove(token, { password: testPassword })
    const waiting = () =>
      pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
    await vi.waitUntil(async () => (await waiting()).rowCount === 1, { timeout: 30_000 })
    // When the password changes
    await changing.query("UPDATE accounts.players SET password_hash = 'another' WHERE id = $1", [user.id])
    await changing.query('COMMIT')
    // Then the proof fails
    expect((await proving).statusCode).toBe(401)
    expect((await newKey(token)).statusCode).toBe(403)
  })

  it('accept a passkey of the player, and no other', async () => {
    const { token, key } = await signedInBefore('holder')
    const other = await signedInBefore('other')
    const wrong = await prove(token, { credential: await other.key.sign() })
    expect([wrong.statusCode, wrong.json().field]).toEqual([422, 'credential'])
    expect((await newKey(token)).statusCode).toBe(403)

    const signed = await key.sign()
    expect((await prove(token, { credential: signed })).statusCode).toBe(200)
    expect((await newKey(token)).statusCode).toBe(201)
    const replayed = await prove(token, { credential: signed })
    expect([replayed.statusCode, replayed.json().field]).toEqual([422, 'credential'])
  })

  it.each([{}, { password: '' }, { password: 'wrong horse' }, { password: 7 }])(
    'reject the proof %o without ending the session',
    async (body) => {
      const { token } = await signedInBefore(`wrong${JSON.stringify(body).length}`)
      const answer = await prove(token, body)
      expect([answer.statusCode, answer.json().field]).toEqual([422, 'password'])
      expect((await newKey(token)).statusCode).toBe(403)
      expect((await service.send('GET', '/api/user', { token })).statusCode).toBe(200)
    },
  )

  it('limit wrong passwords as at sign-in', async () => {
    const { token } = await signedInBefore('guessed')
    const statuses = []
    for (let n = 0; n < 8; n += 1) statuses.push((await prove(token, { password: `guess ${n}` })).statusCode)
    expect(statuses).toContain(429)
  })
})

describe('another password', () => {
  it('deletes API keys and passkeys only on request', async () => {
    for (const removeKeysAndPasskeys of [true, false]) {
      const { token, key } = await signedInBefore(`cleaner-${removeKeysAndPasskeys}`)
      await prove(token, { password: testPassword })
      const { key: apiKey } = (await newKey(token)).json()
      const body = { currentPassword: testPassword, newPassword: 'blue lamp', removeKeysAndPasskeys }
      expect((await service.send('PUT', '/api/user', { token, body })).statusCode).toBe(200)
      expect((await service.authentication.authenticate(apiKey)) === null).toBe(removeKeysAndPasskeys)
      expect((await key.signIn()).statusCode).toBe(removeKeysAndPasskeys ? 404 : 200)
      expect((await service.send('GET', '/api/user', { token })).statusCode).toBe(200)
    }
  })
})
