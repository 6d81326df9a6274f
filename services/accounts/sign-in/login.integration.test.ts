import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccountsForTests, accountsForTests, testPassword } from '../test-app.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

const login = (email: string, password = testPassword, more = {}) =>
  service.send('POST', '/api/login', { body: { email, password, ...more } })
const ownStatus = async (token: string) => (await service.send('GET', '/api/user', { token })).statusCode

const hours = 60 * 60 * 1000

describe('signing in', () => {
  it('ignores the case of the email, not that of the password', async () => {
    const { user } = await service.register('ines')
    const answer = await login(' INES@example.ORG ')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ user: { id: user.id }, permissions: [], message: 'Signed in' })
    expect(await ownStatus(answer.json().token)).toBe(200)
  })

  it('answers the same for a wrong password and an unknown email', async () => {
    await service.register('known')
    const wrong = await login('known@example.org', 'Password')
    const unknown = await login('unknown@example.org')
    expect([wrong.statusCode, wrong.json()]).toEqual([401, { error: 'Wrong email or password' }])
    expect([unknown.statusCode, unknown.json()]).toEqual([401, { error: 'Wrong email or password' }])
  })

  it('takes as much work, and so as long, for an unknown email', async () => {
    await service.register('timed')
    const took = async (email: string) => {
      const from = process.cpuUsage()
      await login(email, 'not the password')
      const { user, system } = process.cpuUsage(from)
      return user + system
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 7; round += 1) {
      known.push(await took('timed@example.org'))
      unknown.push(await took('nobody@example.org'))
    }
    // Without hashing for unknown emails it would be a tenth. CPU time is independent of other load on the
    // machine.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) * 0.6)
  })

  it.each([
    [{ password: 'x' }, 'email', 'Email is required'],
    [{ email: 'a@b.cd' }, 'password', 'Password is required'],
    [
      { email: 'a@b.cd', password: 'x'.repeat(1001) },
      'password',
      'Password must be no more than 1000 characters long',
    ],
  ])('refuses %o and says why', async (body, field, error) => {
    const answer = await service.send('POST', '/api/login', { body })
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { field, error }])
  })

  it('lasts a day, or ninety when remembered', async () => {
    await service.register('lasting')
    const day = (await login('lasting@example.org')).json().token
    const long = (await login('lasting@example.org', testPassword, { rememberMe: true })).json().token
    const from = service.clock.now
    service.clock.now = from + 24 * hours - 1
    expect([await ownStatus(day), await ownStatus(long)]).toEqual([200, 200])
    service.clock.now = from + 24 * hours
    expect([await ownStatus(day), await ownStatus(long)]).toEqual([401, 200])
    service.clock.now = from + 90 * 24 * hours
    expect(await ownStatus(long)).toBe(401)
  })

  it('deletes expired sessions, and keeps fifty at most', async () => {
    const { user } = await service.register('manifold')
    service.clock.now += 25 * hours
    for (let n = 0; n < 52; n += 1) {
      service.clock.now += 1000
      await login('manifold@example.org')
    }
    const { rows } = await service.database.pool.query(
      'SELECT count(*)::int AS count, min(created_at) AS oldest FROM accounts.sessions WHERE player_id = $1',
      [user.id],
    )
    expect(rows).toEqual([{ count: 50, oldest: new Date(service.clock.now - 49_000) }])
  }, 60_000)

  it('starts a new session whatever token the request has, which prevents session fixation', async () => {
    const { token: known, user: eve } = await service.register('eve_fixes')
    const { user } = await service.register('led')
    const body = { email: 'led@example.org', password: testPassword, token: known, device: known }
    const answer = await service.send('POST', '/api/login', { token: known, body })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().token).not.toBe(known)
    expect(answer.headers).not.toHaveProperty('set-cookie')
    const playerOf = async (token: string) => (await service.authentication.authenticate(token))?.playerId
    expect([await playerOf(known), await playerOf(answer.json().token)]).toEqual([eve.id, user.id])
  })

  it('updates the time zone of the browser', async () => {
    const { user } = await service.register('traveller')
    expect((await service.authentication.secretsOf(user.id))?.timeZone).toBeNull()
    await login('traveller@example.org', testPassword, { timeZone: 'Asia/Tokyo' })
    expect((await service.authentication.secretsOf(user.id))?.timeZone).toBe('Asia/Tokyo')
    await login('traveller@example.org', testPassword, { timeZone: 'Nowhere' })
    expect((await service.authentication.secretsOf(user.id))?.timeZone).toBe('Asia/Tokyo')
  })
})

describe('signing out', () => {
  it('ends only this session, at once', async () => {
    const { token } = await service.register('leaver')
    const other = (await login('leaver@example.org')).json().token
    expect(await ownStatus(token)).toBe(200)
    expect((await service.send('POST', '/api/logout', { token })).json()).toEqual({ message: 'Signed out' })
    expect([await ownStatus(token), await ownStatus(other)]).toEqual([401, 200])
  })
})
