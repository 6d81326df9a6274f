import { maxPasskeys } from '@stepledger/contracts/http/passkeys.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailTo } from '../mail/mail-in-tests.ts'
import { type AccountsForTests, accountsForTests } from '../test-app.ts'
import { answerOf, auditOf, passkeysOf, securityKey } from './testing/security-key.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

const list = (token: string) => passkeysOf(service, token)
const notesOf = (playerId: string) => auditOf(service, playerId)

describe('a passkey', () => {
  it('is added to the list and the audit log, and a mail is sent', async () => {
    const { token, user } = await service.register('adder')
    await service.database.pool.query('UPDATE accounts.players SET email_verified_at = now() WHERE id = $1', [
      user.id,
    ])
    const answer = await securityKey(service).add(token, '  Blue\nkey ')
    expect(answerOf(answer)).toEqual([200, { message: 'Passkey added' }])
    expect(await list(token)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Blue key',
        deviceType: 'multiDevice',
        transports: ['usb'],
        createdAt: new Date(service.clock.now).toISOString(),
        lastUsedAt: null,
      },
    ])
    expect((await mailTo(service, 'adder@example.org', 'A passkey was added')).text).toContain('Blue key')
    expect(await notesOf(user.id)).toEqual([{ what: 'Passkey added', details: { name: 'Blue key' } }])
  })

  it('must be discoverable with user verification, and existing ones are excluded', async () => {
    const { token, user } = await service.register('asker')
    const key = securityKey(service)
    await key.add(token)
    const body = { name: 'x' }
    const { options } = (await service.send('POST', '/api/passkey/register/start', { token, body })).json()
    expect(options).toMatchObject({
      rp: { name: 'Stepledger', id: 'localhost' },
      user: { name: 'asker@example.org', displayName: 'asker' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ type: 'public-key' }],
    })
    expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(user.id.replaceAll('-', ''))
  })

  it.each(['passkey', ' My Passkey ', 'Security key'])(
    'called %j is called by browser and device',
    async (name) => {
      const { token } = await service.register(`generic${name.trim().length}`)
      const started = await service.app.inject({
        method: 'POST',
        url: '/api/passkey/register/start',
        headers: {
          authorization: `Bearer ${token}`,
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
        },
        payload: { name },
      })
      expect(started.json().passkeyName).toBe('Firefox on Linux')
    },
  )

  it.each([
    ['', 'Please enter a name for your passkey'],
    [' \t ', 'Please enter a name for your passkey'],
    ['x'.repeat(101), 'The name must be no more than 100 characters long'],
  ])('needs a name: not %j', async (name, error) => {
    const { token } = await service.register(`nameless${error.length}${name.length}`)
    const answer = await service.send('POST', '/api/passkey/register/start', { token, body: { name } })
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { field: 'name', error }])
  })

  it('is limited to twenty, also with concurrent requests', async () => {
    const { token } = await service.register('collector')
    const made = await Promise.all(
      Array.from({ length: 23 }, async () => {
        const key = securityKey(service)
        return { key, made: await key.make(token) }
      }),
    )
    const answers = await Promise.all(made.map(({ key, made: one }) => key.complete(one, token)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(maxPasskeys)
    const tooMany = [409, { error: 'You already have 20 passkeys. Delete one first.' }]
    expect(answers.filter(({ statusCode }) => statusCode !== 200).map(answerOf)).toEqual(
      Array.from({ length: 3 }, () => tooMany),
    )
    const body = { name: 'one more' }
    const another = await service.send('POST', '/api/passkey/register/start', { token, body })
    expect(answerOf(another)).toEqual(tooMany)
  })
})

describe('a registration is rejected', () => {
  const late = 'This took longer than 5 minutes or was already used. Please try again.'

  it('twice', async () => {
    const { token } = await service.register('twice')
    const key = securityKey(service)
    const made = await key.make(token)
    expect((await key.complete(made, token)).statusCode).toBe(200)
    expect((await key.complete(made, token)).json()).toMatchObject({ field: 'credential', error: late })
    expect(await list(token)).toHaveLength(1)
  })

  it('after five minutes, and its challenge is deleted', async () => {
    const { token } = await service.register('late')
    const key = securityKey(service)
    const made = await key.make(token)
    service.clock.now += 5 * 60 * 1000
    expect((await key.complete(made, token)).json()).toMatchObject({ error: late })
    await key.make(token)
    service.clock.now += 5 * 60 * 1000
    await key.sign({ rpId: 'localhost' }).catch(() => null)
    const { rows } = await service.database.pool.query(
      'SELECT count(*)::int AS count FROM accounts.passkey_challenges WHERE expires_at <= $1',
      [new Date(service.clock.now)],
    )
    expect(rows).toEqual([{ count: 0 }])
  })

  it('from another player', async () => {
    const { token } = await service.register('victim')
    const { token: thief } = await service.register('thief')
    const key = securityKey(service)
    const answer = await key.complete(await key.make(token), thief)
    expect([answer.statusCode, answer.json().error]).toEqual([422, late])
  })

  it('for another site', async () => {
    const { token } = await service.register('phished')
    const key = securityKey(service)
    const answer = await key.complete(await key.make(token, 'key', 'http://localhost:9999'), token)
    expect(answer.json().error).toBe(
      'This request came from another site. Your passkey only works at http://localhost:8080.',
    )
  })

  it('when it is malformed', async () => {
    const { token } = await service.register('nonsense')
    const key = securityKey(service)
    const { credential, passkeyName } = await key.make(token)
    const response = { ...credential.response, attestationObject: 'AAAA' }
    const answer = await key.complete({ credential: { ...credential, response }, passkeyName }, token)
    expect([answer.statusCode, answer.json().error]).toEqual([422, 'Failed to register passkey'])
  })
})
