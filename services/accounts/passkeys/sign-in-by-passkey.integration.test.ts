import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitsInMemory } from '../../platform/limits/limits.ts'
import { defaultRateLimits } from '../../platform/limits/rate-limits.ts'
import { type AccountsForTests, accountsForTests } from '../test-app.ts'
import { securityKey } from './testing/security-key.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

const hours = 60 * 60 * 1000
const late = 'This took longer than 5 minutes or was already used. Please try again.'
const ownStatus = async (token: string) => (await service.send('GET', '/api/user', { token })).statusCode
const reasonOf = ({ statusCode, json }: Awaited<ReturnType<AccountsForTests['send']>>) => [
  statusCode,
  json().error,
]

async function playerWithKey(name: string) {
  const registered = await service.register(name)
  const key = securityKey(service)
  await key.add(registered.token)
  return { ...registered, key }
}

describe('signing in with a passkey', () => {
  it('needs no email and starts a session', async () => {
    const { key, user, device } = await playerWithKey('walker')
    const answer = await key.signIn({ device, timeZone: 'Asia/Tokyo' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ user: { id: user.id }, permissions: [], message: 'Signed in' })
    expect(answer.json().device).toEqual(expect.any(String))
    expect(await ownStatus(answer.json().token)).toBe(200)
    expect((await service.authentication.secretsOf(user.id))?.timeZone).toBe('Asia/Tokyo')
  })

  it('lasts a day, or ninety when remembered', async () => {
    const { key } = await playerWithKey('laster')
    const day = (await key.signIn()).json().token
    const long = (await key.signIn({ rememberMe: true })).json().token
    service.clock.now += 24 * hours
    expect([await ownStatus(day), await ownStatus(long)]).toEqual([401, 200])
  })

  it('updates the last use in the list of passkeys', async () => {
    const { key, token } = await playerWithKey('teller')
    service.clock.now += 60_000
    await key.signIn()
    const { passkeys } = (await service.send('GET', '/api/passkeys', { token })).json()
    expect(passkeys).toMatchObject([{ lastUsedAt: new Date(service.clock.now).toISOString() }])
  })
})

describe('signing in with a passkey fails', () => {
  it('when it is unknown or deleted', async () => {
    const { key, token } = await playerWithKey('deleted')
    const [{ id }] = (await service.send('GET', '/api/passkeys', { token })).json().passkeys
    await service.send('DELETE', `/api/passkey/${id}`, { token })
    expect(reasonOf(await key.signIn())).toEqual([404, 'No passkeys found for this device'])
  })

  it('when a signature is replayed', async () => {
    const { key } = await playerWithKey('replayed')
    const signed = await key.sign()
    expect((await key.present(signed)).statusCode).toBe(200)
    expect(reasonOf(await key.present(signed))).toEqual([401, late])
  })

  it('for one of two concurrent uses of a signature', async () => {
    const { key } = await playerWithKey('doubled')
    const signed = await key.sign()
    const answers = await Promise.all([key.present(signed), key.present(signed)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })

  it('after five minutes', async () => {
    const { key } = await playerWithKey('slow')
    const signed = await key.sign()
    service.clock.now += 5 * 60 * 1000
    expect(reasonOf(await key.present(signed))).toEqual([401, late])
  })

  it('with a challenge of a registration, or an unknown one', async () => {
    const { key, token } = await playerWithKey('confused')
    const body = { name: 'x' }
    const { options } = (await service.send('POST', '/api/passkey/register/start', { token, body })).json()
    expect(reasonOf(await key.present(await key.sign({ challenge: options.challenge })))).toEqual([401, late])
    expect(reasonOf(await key.present(await key.sign({ challenge: 'AAAA' })))).toEqual([401, late])
  })

  it('with a signature for another site', async () => {
    const { key } = await playerWithKey('lured')
    expect(reasonOf(await key.present(await key.sign({}, 'http://localhost:9999')))).toEqual([
      401,
      'This request came from another site. Your passkey only works at http://localhost:8080.',
    ])
  })

  it('with an invalid signature', async () => {
    const { key } = await playerWithKey('forged')
    const signed = await key.sign()
    const other = await key.sign()
    const response = { ...signed.response, signature: other.response.signature }
    expect(reasonOf(await key.present({ ...signed, response }))).toEqual([
      401,
      'Passkey authentication failed',
    ])
  })

  it('for another player than its owner', async () => {
    const { key } = await playerWithKey('owner')
    const { user } = await service.register('other')
    const signed = await key.sign()
    const userHandle = Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url')
    const response = { ...signed.response, userHandle }
    expect(reasonOf(await key.present({ ...signed, response }))).toEqual([
      401,
      'Passkey authentication failed',
    ])
  })

  it('when its counter decreases, as with a clone; the audit log records it', async () => {
    const { key, user } = await playerWithKey('copied')
    const copy = key.copy()
    expect((await key.signIn()).statusCode).toBe(200)
    expect((await key.signIn()).statusCode).toBe(200)
    expect(reasonOf(await copy.signIn())).toEqual([
      401,
      'This passkey may have been copied. Sign in with your password and delete it.',
    ])
    expect((await key.signIn()).statusCode).toBe(200)
    const { rows } = await service.database.pool.query(
      `SELECT details FROM accounts.audit WHERE player_id = $1 AND what LIKE 'Passkey rejected%'`,
      [user.id],
    )
    expect(rows).toEqual([{ details: { name: 'Blue key' } }])
  })
})

describe('calls about passkeys', () => {
  it('are limited by address and by account', async () => {
    const limits = limitsInMemory({ ...defaultRateLimits, passkey: { calls: 3, seconds: 60 } })
    const limited = await accountsForTests({ limits })
    try {
      const start = (address: string) =>
        limited.send('POST', '/api/passkey/auth/start', { body: {}, address })
      const statuses = []
      for (let n = 0; n < 4; n += 1) statuses.push((await start('10.0.0.1')).statusCode)
      expect(statuses).toEqual([200, 200, 200, 429])
      expect((await start('10.0.0.2')).statusCode).toBe(200)

      const { token } = await limited.register('busy')
      const body = { name: 'key' }
      const byAccount = []
      for (let n = 0; n < 4; n += 1) {
        const address = `10.0.1.${n}`
        byAccount.push(
          (await limited.send('POST', '/api/passkey/register/start', { token, body, address })).statusCode,
        )
      }
      expect(byAccount).toEqual([200, 200, 200, 429])
    } finally {
      await limited.stop()
    }
  })
})
