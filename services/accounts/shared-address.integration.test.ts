import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limitsInMemory } from '../platform/limits/limits.ts'
import { defaultRateLimits } from '../platform/limits/rate-limits.ts'
import { mailTo, tokenIn } from './mail/mail-in-tests.ts'
import { type AccountsForTests, accountsForTests, testPassword } from './test-app.ts'

/** An arcade: all of its players share one address. */
const address = '192.0.2.1'
const few = { calls: 3, seconds: 600 }

let service: AccountsForTests
beforeEach(async () => {
  const figures = { ...defaultRateLimits, register: few, link: few, reset: few, login: few }
  service = await accountsForTests({ limits: limitsInMemory(figures) })
})
afterEach(() => service.stop())

const post = (url: string, body: object, token?: string) =>
  service.send('POST', url, { body, address, ...(token !== undefined && { token }) })
const statusesOf = async (calls: number, call: (nth: number) => ReturnType<typeof post>) => {
  const statuses = []
  for (let nth = 0; nth < calls; nth += 1) statuses.push((await call(nth)).statusCode)
  return statuses
}
const registerThere = (name: string) =>
  post('/api/register', { email: `${name}@example.org`, alias: name, password: testPassword })
const resetOf = (name: string) => post('/api/request-password-reset', { email: `${name}@example.org` })

describe('a player behind an IP address whose limits are used up', () => {
  it('verifies the mail, has the mail sent again and resets the password after too many registrations', async () => {
    const { token } = await service.register('regular')
    await mailTo(service, 'regular@example.org', 'Verify')
    expect(await statusesOf(4, (nth) => registerThere(`new${nth}`))).toEqual([200, 200, 200, 429])

    expect((await post('/api/resend-verification', {}, token)).statusCode).toBe(200)
    const verification = tokenIn(await mailTo(service, 'regular@example.org', 'Verify', 2))
    expect((await post('/api/verify-email', { token: verification }, token)).statusCode).toBe(200)
    expect((await resetOf('regular')).statusCode).toBe(200)
    const reset = tokenIn(await mailTo(service, 'regular@example.org', 'Reset'))
    const body = { token: reset, password: 'another blue lamp' }
    expect((await post('/api/reset-password', body)).statusCode).toBe(200)
  })

  it('uses the link of a mail after too many invalid ones, which are answered 429', async () => {
    const { token } = await service.register('regular')
    const link = tokenIn(await mailTo(service, 'regular@example.org', 'Verify'))
    const invented = (nth: number) => post('/api/verify-email', { token: `invented-${nth}` })
    expect(await statusesOf(5, invented)).toEqual([422, 422, 422, 429, 429])
    expect((await post('/api/verify-email', { token: link }, token)).statusCode).toBe(200)
  })

  it('gets the mail of a reset after too many resets of others; nothing is queued for unknown addresses', async () => {
    const { pool } = service.database
    // A reset of an unknown address is dequeued without a mail.
    await pool.query(`
      create table public.queued (address text);
      create function public.note_queued() returns trigger language plpgsql as
        $$ begin insert into public.queued values (new.address); return new; end $$;
      create trigger note_queued after insert on accounts.mails for each row execute function public.note_queued()`)
    await service.register('regular')
    expect(await statusesOf(8, (nth) => resetOf(`nobody${nth}`))).toEqual(Array(8).fill(200))
    expect((await resetOf('regular')).statusCode).toBe(200)
    await mailTo(service, 'regular@example.org', 'Reset')
    const { rows } = await pool.query(
      `select address from public.queued where address like 'nobody%' order by address`,
    )
    expect(rows.map(({ address }) => address)).toEqual([0, 1, 2].map((n) => `nobody${n}@example.org`))
  })

  it('signs in after others have: correct passwords do not count', async () => {
    const signIn = (name: string, password = testPassword) =>
      post('/api/login', { email: `${name}@example.org`, password })
    await service.register('regular')
    expect(await statusesOf(6, () => signIn('regular'))).toEqual(Array(6).fill(200))
    expect(await statusesOf(4, () => signIn('regular', 'wrong horse'))).toEqual([401, 401, 401, 429])
  })
})
