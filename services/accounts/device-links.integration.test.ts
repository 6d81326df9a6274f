import { deviceCodeSeconds, userCodeLetters } from '@stepledger/contracts/http/api-keys.ts'
import { authCheck } from '@stepledger/contracts/http/game.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serve } from '../platform/http/serve.ts'
import { limitsInMemory } from '../platform/limits/limits.ts'
import { defaultRateLimits } from '../platform/limits/rate-limits.ts'
import { sweepDeviceLinks } from './device-links.ts'
import { accountsDatabase } from './tables.ts'
import { type AccountsForTests, accountsForTests, testPassword } from './test-app.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests({ limits: limitsInMemory(defaultRateLimits) })
  serve(service.app, authCheck, ({ caller }) => ({
    message: 'OK' as const,
    alias: caller.by,
    userId: caller.playerId,
  }))
})
afterAll(() => service.stop())

const machine = { client: 'ITGmania', version: '1.2.0', machine: 'Left cabinet' }

async function ask(body: object = machine, address = '203.0.113.9') {
  const answer = await service.send('POST', '/v1/device', { body, address })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
async function poll(deviceCode: string) {
  const answer = await service.send('POST', '/v1/device/token', { body: { device_code: deviceCode } })
  return answer.statusCode === 200 ? answer.json() : answer.json().error
}
/** As the machine does: not before the interval has passed. */
async function pollLater(deviceCode: string) {
  service.clock.now += 5_000
  return poll(deviceCode)
}
const look = (code: string, token?: string) =>
  service.send('GET', `/api/device/${code}`, token === undefined ? {} : { token })
const decide = (code: string, token: string, body: object) =>
  service.send('POST', `/api/device/${code}`, { token, body })
const allow = (code: string, token: string, name = 'Arcade left') =>
  decide(code, token, { allow: true, name })
const check = (key: string) => service.send('GET', '/v1/auth-check', { token: key })
const keysOf = async (token: string) => (await service.send('GET', '/api/api-keys', { token })).json().apiKeys
const sweep = () =>
  sweepDeviceLinks({ db: accountsDatabase(service.database), now: () => service.clock.now })()

describe('linking a machine', () => {
  it('gives it a key of its own, once the player has seen what asks and allowed it', async () => {
    // Given a machine that shows a code
    const asked = await ask()
    expect(asked).toMatchObject({
      user_code: expect.stringMatching(new RegExp(`^[${userCodeLetters}]{4}-[${userCodeLetters}]{4}$`)),
      verification_uri: 'http://localhost:8080/link',
      verification_uri_complete: `http://localhost:8080/link?code=${asked.user_code}`,
      expires_in: 900,
      interval: 5,
    })
    expect(await poll(asked.device_code)).toBe('authorization_pending')

    // When its player looks the code up
    const { token, user } = await service.register('linker')
    const seen = (await look(asked.user_code.toLowerCase().replace('-', ''), token)).json()
    expect(seen).toMatchObject({
      userCode: asked.user_code,
      client: 'ITGmania 1.2.0',
      machine: 'Left cabinet',
      network: '203.0.113.x',
      state: 'waiting',
    })
    // Then looking alone allows nothing
    expect(await pollLater(asked.device_code)).toBe('authorization_pending')

    // When the player allows it
    expect((await allow(asked.user_code, token)).statusCode).toBe(200)
    // Then the machine gets the key, and the same one if its answer was lost
    const { key, alias } = await pollLater(asked.device_code)
    expect(alias).toBe('linker')
    expect(await poll(asked.device_code)).toEqual({ key, alias })
    expect((await check(key)).json()).toEqual({ message: 'OK', alias: 'apiKey', userId: user.id })
    expect(await keysOf(token)).toMatchObject([
      { name: 'Arcade left', machine: 'Left cabinet', fingerprint: `${key.slice(0, 8)}…` },
    ])
    // And never again after it was used
    await expect.poll(() => poll(asked.device_code)).toBe('expired_token')
    expect((await look(asked.user_code, token)).json().state).toBe('allowed')
  })

  it('ends at a refusal', async () => {
    const asked = await ask()
    const { token } = await service.register('refuser')
    expect((await decide(asked.user_code, token, { allow: false })).statusCode).toBe(200)
    expect(await pollLater(asked.device_code)).toBe('access_denied')
    expect((await allow(asked.user_code, token)).statusCode).toBe(409)
    expect(await keysOf(token)).toEqual([])
  })

  it('ends after a quarter of an hour', async () => {
    const asked = await ask()
    service.clock.now += deviceCodeSeconds * 1000
    const { token } = await service.register('late')
    expect(await poll(asked.device_code)).toBe('expired_token')
    expect((await look(asked.user_code, token)).statusCode).toBe(404)
    expect((await allow(asked.user_code, token)).statusCode).toBe(404)
  })

  it('asks machines that poll too often to slow down', async () => {
    const { device_code } = await ask()
    expect(await poll(device_code)).toBe('authorization_pending')
    expect(await poll(device_code)).toBe('slow_down')
    expect(await pollLater(device_code)).toBe('authorization_pending')
  })

  it('is decided once, also by two players at the same time', async () => {
    const asked = await ask()
    const [first, second] = await Promise.all(
      ['first', 'second'].map((name) => service.register(`${name}-of-two`)),
    )
    const answers = await Promise.all(
      [first, second].map((player) => allow(asked.user_code, player?.token ?? '')),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const winner = answers[0]?.statusCode === 200 ? 'first-of-two' : 'second-of-two'
    expect(await pollLater(asked.device_code)).toMatchObject({ alias: winner })
  })

  it('is for signed-in players: neither a visitor nor a key sees or decides anything', async () => {
    const asked = await ask()
    const { token } = await service.register('guarded')
    const { key } = (await service.send('POST', '/api/api-keys', { token })).json()
    expect((await look(asked.user_code)).statusCode).toBe(401)
    expect((await look(asked.user_code, key)).statusCode).toBe(403)
    expect((await allow(asked.user_code, key)).statusCode).toBe(403)
  })

  it('gives no key to a guessed code of a machine', async () => {
    expect(await poll('guessed')).toBe('expired_token')
  })

  it('takes a key away that no machine has used within a day, and the code with it', async () => {
    const { device_code, user_code } = await ask()
    const used = await ask()
    const { token } = await service.register('forgetful')
    await allow(user_code, token, 'Lost')
    service.clock.now += 1_000
    await allow(used.user_code, token, 'Used')
    await check((await poll(used.device_code)).key)
    await expect
      .poll(async () => (await keysOf(token)).map((key: { lastUsedAt: unknown }) => key.lastUsedAt !== null))
      .toEqual([false, true])
    service.clock.now += 86_400_001
    await sweep()
    const { token: nextDay } = (
      await service.send('POST', '/api/login', {
        body: { email: 'forgetful@example.org', password: testPassword },
      })
    ).json()
    expect((await keysOf(nextDay)).map(({ name }: { name: string }) => name)).toEqual(['Used'])
    expect(await poll(device_code)).toBe('expired_token')
  })

  it('limits codes and look-ups by address', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 70 }, () =>
        service.send('POST', '/v1/device', { body: machine, address: '198.51.100.7' }),
      ),
    )
    expect(statuses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(60)
    expect(statuses.at(-1)?.statusCode).toBe(429)
  })

  it('shows no characters that turn a text around', async () => {
    const { user_code } = await ask({ ...machine, machine: 'Left\u202ecabinet\u0007' })
    const { token } = await service.register('reader')
    expect((await look(user_code, token)).json().machine).toBe('Left cabinet')
  })

  it('names what is wrong with a request', async () => {
    const unnamed = await service.send('POST', '/v1/device', { body: { client: '', version: '1' } })
    expect([unnamed.statusCode, unnamed.json().field]).toEqual([422, 'client'])
    const { token } = await service.register('typist')
    const mistyped = await look('AEIO-AEIO', token)
    expect([mistyped.statusCode, mistyped.json().field]).toEqual([400, 'userCode'])
  })
})

describe('the name of a key', () => {
  it('is chosen at its creation, and changed later', async () => {
    const { token } = await service.register('namer')
    const { apiKey } = (await service.send('POST', '/api/api-keys', { token, body: { name: 'Home' } })).json()
    expect(apiKey.name).toBe('Home')
    const renamed = await service.send('PUT', `/api/api-key/${apiKey.id}`, {
      token,
      body: { name: ' Pad at\nhome ' },
    })
    expect(renamed.json().apiKey.name).toBe('Pad at home')
    const { token: stranger } = await service.register('renamer')
    const refused = await service.send('PUT', `/api/api-key/${apiKey.id}`, {
      token: stranger,
      body: { name: 'x' },
    })
    expect(refused.statusCode).toBe(404)
  })
})
