import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccountsForTests, accountsForTests } from '../test-app.ts'
import { letterTo, tokenIn } from './mail-in-tests.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

const verify = (token: string) => service.send('POST', '/api/verify-email', { body: { token } })
const days = 24 * 3_600_000

describe('the proof of a mail address', () => {
  it('is a link in a mail that every new account gets; it signs in, and works once', async () => {
    const { user } = await service.register('ana')
    const letter = await letterTo(service, 'ana@example.org', 'Verify your email')
    expect(letter.text).toContain('http://localhost:8080/verify-email?token=')
    expect(letter.html).toContain('http://localhost:8080/verify-email?token=')

    const answer = await verify(tokenIn(letter))

    expect(answer.statusCode).toBe(200)
    const { token, user: verified } = answer.json()
    expect(verified).toMatchObject({ id: user.id, emailVerifiedAt: '2026-01-01T00:00:00.000Z' })
    expect((await service.send('GET', '/api/user', { token })).json()).toEqual(verified)
    expect((await verify(tokenIn(letter))).statusCode).toBe(422)
    await letterTo(service, 'ana@example.org', 'Your email is verified')
  })

  it('ends what was made before it: sessions, keys and passkeys may be somebody else’s', async () => {
    // Given somebody who registered with the address of another person, and made a key.
    const { token, user } = await service.register('victim')
    const { key } = (await service.send('POST', '/api/api-keys', { token, body: {} })).json()
    expect(await service.identity.identify(key)).not.toBeNull()

    // When that person verifies it.
    await verify(tokenIn(await letterTo(service, 'victim@example.org', 'Verify')))

    // Then nobody else is in.
    expect((await service.send('GET', '/api/user', { token })).statusCode).toBe(401)
    expect(await service.identity.identify(key)).toBeNull()
    const { rows } = await service.database.pool.query(
      'SELECT what FROM accounts.audit WHERE player_id = $1',
      [user.id],
    )
    expect(rows).toEqual([{ what: 'API key made' }, { what: 'Email verified' }])
  })

  it('keeps no token, neither of a mail that waits nor of one that was sent', async () => {
    await service.register('careful')
    const token = tokenIn(await letterTo(service, 'careful@example.org', 'Verify'))
    const { rows } = await service.database.pool.query(
      `SELECT to_jsonb(l)::text AS kept FROM accounts.mail_links l UNION ALL SELECT to_jsonb(m)::text FROM accounts.mails m`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('expires after 7 days', async () => {
    await service.register('late')
    const letter = await letterTo(service, 'late@example.org', 'Verify')
    service.clock.now += 7 * days
    const answer = await verify(tokenIn(letter))
    expect([answer.statusCode, answer.json().field]).toEqual([422, 'token'])
  })

  it('is sent again when it is asked for, not without end; an older link goes on', async () => {
    const { token } = await service.register('again')
    const first = await letterTo(service, 'again@example.org', 'Verify')
    const resend = () => service.send('POST', '/api/resend-verification', { token })
    expect((await resend()).statusCode).toBe(200)
    const second = await letterTo(service, 'again@example.org', 'Verify', 2)
    expect(tokenIn(second)).not.toBe(tokenIn(first))

    const answer = await verify(tokenIn(first))
    expect(answer.statusCode).toBe(200)
    // All of this purpose are gone with the first that is used.
    expect((await verify(tokenIn(second))).statusCode).toBe(422)
    const verified = answer.json().token
    const more = await service.send('POST', '/api/resend-verification', { token: verified })
    expect([more.statusCode, more.json().error]).toEqual([409, 'Your email is verified already'])
  })

  it.each(['', 'x', 'a'.repeat(201), undefined, 7, 'a\u0000b'])('is not %o', async (token) => {
    const answer = await service.send('POST', '/api/verify-email', { body: { token } })
    expect([answer.statusCode, answer.json().field]).toEqual([422, 'token'])
  })
})
