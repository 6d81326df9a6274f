import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
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
const linkOf = async (name: string, nth = 1) =>
  tokenIn(await mailTo(service, `${name}@example.org`, 'Verify your email', nth))

describe('a verification mail that is overtaken by another change', () => {
  it('is deleted from the queue when the password changes', async () => {
    const { token, user } = await service.register('queued')
    await linkOf('queued')
    const { pool } = service.database
    // The player of a reset is looked up when its mail is sent.
    const queue = `INSERT INTO accounts.mails (player_id, kind, address, address_key, created_at, next_try_at)
      SELECT of_player, kind, email, email_key, now(), 'infinity' FROM accounts.players,
        (VALUES ($1::uuid, 'verifyEmail'), (NULL, 'resetPassword')) AS mail (of_player, kind) WHERE id = $1`
    await pool.query(queue, [user.id])
    const body = { currentPassword: testPassword, newPassword: 'blue lamp' }
    await service.send('PUT', '/api/user', { token, body })
    const { rows } = await pool.query(
      "SELECT kind FROM accounts.mails WHERE address = 'queued@example.org' AND next_try_at = 'infinity'",
    )
    expect(rows).toEqual([])
  })

  it('is deleted from the queue when another one is requested', async () => {
    const { token, user } = await service.register('impatient')
    await linkOf('impatient')
    const { pool } = service.database
    await pool.query(
      `INSERT INTO accounts.mails (player_id, kind, address, address_key, created_at, next_try_at)
       SELECT id, 'verifyEmail', email, email_key, now(), 'infinity' FROM accounts.players WHERE id = $1`,
      [user.id],
    )
    expect((await service.send('POST', '/api/resend-verification', { token })).statusCode).toBe(200)
    const { rows } = await pool.query(
      "SELECT FROM accounts.mails WHERE player_id = $1 AND next_try_at = 'infinity'",
      [user.id],
    )
    expect(rows).toEqual([])
  })

  it('is not sent if links are invalidated while its link is created', async () => {
    // Given a mail from the queue, whose link waits for the lock of the player's row
    const { token, user } = await service.register('overtaken')
    await linkOf('overtaken')
    const { pool } = service.database
    const dropping = await pool.connect()
    onTestFinished(() => dropping.release())
    await dropping.query('BEGIN')
    await dropping.query('SELECT FROM accounts.players WHERE id = $1 FOR UPDATE', [user.id])
    const resent = service.send('POST', '/api/request-password-reset', {
      body: { email: 'overtaken@example.org' },
    })
    const waiting = () =>
      pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
    expect((await resent).statusCode).toBe(200)
    await vi.waitUntil(async () => (await waiting()).rowCount === 1, { timeout: 30_000 })
    // When links are invalidated
    await dropping.query("DELETE FROM accounts.mails WHERE address = 'overtaken@example.org'")
    await dropping.query('COMMIT')
    // Then it is not sent, but the next one is
    expect((await service.send('POST', '/api/resend-verification', { token })).statusCode).toBe(200)
    await linkOf('overtaken', 2)
    const subjects = service.letters.filter(({ to }) => to === 'overtaken@example.org')
    expect(subjects.filter(({ subject }) => subject.startsWith('Reset'))).toEqual([])
  })

  it('is rejected in a session that ends during the request', async () => {
    const { token, user } = await service.register('leaver')
    const link = await linkOf('leaver')
    const { pool } = service.database
    const ending = await pool.connect()
    onTestFinished(() => ending.release())
    await ending.query('BEGIN')
    await ending.query('SELECT FROM accounts.players WHERE id = $1 FOR UPDATE', [user.id])
    const verifying = verify(link, {}, token)
    const waiting = () =>
      pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
    await vi.waitUntil(async () => (await waiting()).rowCount === 1, { timeout: 30_000 })
    await ending.query('DELETE FROM accounts.sessions WHERE player_id = $1', [user.id])
    await ending.query('COMMIT')
    const answer = await verifying
    expect([answer.statusCode, answer.json().field]).toEqual([422, 'password'])
    expect((await verify(link, { password: testPassword })).statusCode).toBe(200)
  })

  it('is rejected if the account has another address by now', async () => {
    const { token, user } = await service.register('mover')
    const link = await linkOf('mover')
    await service.database.pool.query(
      "UPDATE accounts.players SET email = 'moved@example.org', email_key = 'moved@example.org' WHERE id = $1",
      [user.id],
    )
    const answer = await verify(link, {}, token)
    expect([answer.statusCode, answer.json().field]).toEqual([422, 'token'])
  })
})
