import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { securityKey } from '../passkeys/testing/security-key.ts'
import { type AccountsForTests, accountsForTests, testPassword } from '../test-app.ts'
import { mailTo, tokenIn } from './mail-in-tests.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

const verify = (link: string, more: object = {}, session?: string) =>
  service.send('POST', '/api/verify-email', {
    body: { token: link, ...more },
    ...(session !== undefined && { token: session }),
  })
const check = async (link: string, session?: string) => {
  const options = { body: { token: link }, ...(session !== undefined && { token: session }) }
  return (await service.send('POST', '/api/mail-link', options)).json()
}
const linkOf = async (name: string, nth = 1) =>
  tokenIn(await mailTo(service, `${name}@example.org`, 'Verify your email', nth))
const login = async (name: string, password: string, device?: string) =>
  (await service.send('POST', '/api/login', { body: { email: `${name}@example.org`, password, device } }))
    .statusCode
const isGood = async (token: string) => (await service.send('GET', '/api/user', { token })).statusCode === 200
const days = 24 * 3_600_000

describe('the verification of an email', () => {
  it('is a link in a mail that every new account gets; it works once', async () => {
    const { user, token } = await service.register('ana')
    const letter = await mailTo(service, 'ana@example.org', 'Verify your email')
    expect(letter.text).toContain('http://localhost:8080/verify-email?token=')
    expect(letter.html).toContain('http://localhost:8080/verify-email?token=')
    const link = tokenIn(letter)
    expect(await check(link, token)).toEqual({
      state: 'open',
      purpose: 'verifyEmail',
      alias: 'ana',
      isOwn: true,
    })
    expect(`${letter.subject} ${letter.text} ${letter.html}`).not.toMatch(/\bana\b(?!@)/)

    const answer = await verify(link, {}, token)

    expect(answer.statusCode).toBe(200)
    expect(answer.json().user).toMatchObject({ id: user.id, emailVerifiedAt: '2026-01-01T00:00:00.000Z' })
    expect(answer.json().token).toBe(token)
    expect((await verify(link, {}, token)).statusCode).toBe(422)
    expect(await check(link)).toEqual({ state: 'used', purpose: 'verifyEmail' })
    await mailTo(service, 'ana@example.org', 'Your email is verified')
  })

  it('without the password revokes all earlier access, the password included', async () => {
    // Given an attacker who registered with the address of another person, and made every way back in
    const { token, user, device } = await service.register('victim')
    const { key } = (await service.send('POST', '/api/api-keys', { token, body: {} })).json()
    const passkey = securityKey(service)
    await passkey.add(token)
    await service.send('POST', '/api/request-password-reset', { body: { email: 'victim@example.org' } })
    const reset = tokenIn(await mailTo(service, 'victim@example.org', 'Reset'))
    const link = await linkOf('victim')

    // When that person opens the link, nothing happens
    expect(await check(link)).toMatchObject({ state: 'open', isOwn: false })
    const bare = await verify(link)
    expect([bare.statusCode, bare.json().field]).toEqual([422, 'password'])
    expect(await isGood(token)).toBe(true)

    // When they verify it, with a password of their own
    const answer = await verify(link, { newPassword: 'blue lamp' })

    // Then nobody else has access or can regain it
    expect(answer.statusCode).toBe(200)
    expect(await isGood(answer.json().token)).toBe(true)
    expect(await isGood(token)).toBe(false)
    expect(await service.authentication.authenticate(key)).toBeNull()
    expect((await passkey.signIn()).statusCode).toBe(404)
    expect(await login('victim', testPassword)).toBe(401)
    expect(await login('victim', 'blue lamp')).toBe(200)
    const again = { token: reset, password: 'of the thief' }
    expect((await service.send('POST', '/api/reset-password', { body: again })).statusCode).toBe(422)
    const { rows } = await service.database.pool.query(
      'SELECT device_epoch FROM accounts.players WHERE id = $1',
      [user.id],
    )
    expect([rows, device]).toEqual([[{ device_epoch: 1 }], expect.any(String)])
  })

  it('with the password or a session keeps earlier access', async () => {
    for (const by of ['password', 'session']) {
      const name = `newcomer-${by}`
      const { token } = await service.register(name)
      const { key } = (await service.send('POST', '/api/api-keys', { token, body: {} })).json()
      const passkey = securityKey(service)
      await passkey.add(token)
      const link = await linkOf(name)
      const answer =
        by === 'session' ? await verify(link, {}, token) : await verify(link, { password: testPassword })
      expect(answer.statusCode).toBe(200)
      expect([await isGood(token), await isGood(answer.json().token)]).toEqual([true, true])
      expect(await service.authentication.authenticate(key)).not.toBeNull()
      expect((await passkey.signIn()).statusCode).toBe(200)
      expect(await login(name, testPassword)).toBe(200)
    }
  })

  it('with a wrong password leaves the link as it is', async () => {
    await service.register('forgetful')
    const link = await linkOf('forgetful')
    const wrong = await verify(link, { password: 'wrong horse' })
    expect([wrong.statusCode, wrong.json().field]).toEqual([422, 'password'])
    const common = await verify(link, { newPassword: 'Password1' })
    expect([common.statusCode, common.json().field]).toEqual([422, 'newPassword'])
    expect((await verify(link, { password: testPassword })).statusCode).toBe(200)
  })

  it('in the session of another player is rejected, and that session continues', async () => {
    const { token } = await service.register('bystander')
    await service.register('invited')
    const link = await linkOf('invited')
    expect(await check(link, token)).toMatchObject({ state: 'open', alias: 'invited', isOwn: false })
    expect((await verify(link, { newPassword: 'blue lamp' }, token)).statusCode).toBe(409)
    expect(await isGood(token)).toBe(true)
    expect(await check(link)).toMatchObject({ state: 'open' })
  })

  it('does not sign in after a reset or a change of the password, which replaces the link', async () => {
    const { token } = await service.register('changer')
    const link = await linkOf('changer')
    const body = { currentPassword: testPassword, newPassword: 'blue lamp' }
    expect((await service.send('PUT', '/api/user', { token, body })).statusCode).toBe(200)
    expect((await verify(link, { password: 'blue lamp' })).statusCode).toBe(422)
    const second = await linkOf('changer', 2)
    await service.send('POST', '/api/request-password-reset', { body: { email: 'changer@example.org' } })
    const reset = tokenIn(await mailTo(service, 'changer@example.org', 'Reset'))
    const answer = await service.send('POST', '/api/reset-password', {
      body: { token: reset, password: 'green lamp' },
    })
    expect(answer.statusCode).toBe(200)
    expect((await verify(second, { password: 'green lamp' })).statusCode).toBe(422)
  })

  it('stores no token, neither for queued nor for sent mails', async () => {
    await service.register('careful')
    const token = tokenIn(await mailTo(service, 'careful@example.org', 'Verify'))
    const { rows } = await service.database.pool.query(
      `SELECT to_jsonb(l)::text AS kept FROM accounts.mail_links l UNION ALL SELECT to_jsonb(m)::text FROM accounts.mails m`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('expires after 7 days', async () => {
    await service.register('late')
    const letter = await mailTo(service, 'late@example.org', 'Verify')
    service.clock.now += 7 * days
    const answer = await verify(tokenIn(letter))
    expect([answer.statusCode, answer.json().field]).toEqual([422, 'token'])
  })

  it('is sent again on request, which invalidates the older link', async () => {
    const { token } = await service.register('again')
    const first = await linkOf('again')
    const resend = () => service.send('POST', '/api/resend-verification', { token })
    expect((await resend()).statusCode).toBe(200)
    const second = await linkOf('again', 2)
    expect(await check(first)).toEqual({ state: 'expired' })
    expect((await verify(first, {}, token)).statusCode).toBe(422)
    expect((await verify(second, {}, token)).statusCode).toBe(200)
    const more = await resend()
    expect([more.statusCode, more.json().error]).toEqual([409, 'Your email is already verified'])
  })

  it.each(['', 'x', 'a'.repeat(201), undefined, 7, 'a\u0000b'])('is not %o', async (token) => {
    const answer = await service.send('POST', '/api/verify-email', { body: { token } })
    expect([answer.statusCode, answer.json().field]).toEqual([422, 'token'])
  })
})
