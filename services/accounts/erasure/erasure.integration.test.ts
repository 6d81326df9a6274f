import { erasure } from '@stepledger/contracts/http/own-data.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mailTo, tokenIn } from '../mail/mail-in-tests.ts'
import { accountsDatabase } from '../tables.ts'
import { type AccountsForTests, accountsForTests, testPassword } from '../test-app.ts'
import { leftoversAfterMs, notifyOwnData } from './erase-player.ts'
import { confirmErasure } from './erasure.ts'

const day = 24 * 3600 * 1000

let server: AccountsForTests
beforeAll(async () => {
  server = await accountsForTests()
})
afterAll(() => server.stop())

const db = () => accountsDatabase(server.database)
const path = '/api/user/erasure'
const stateOf = async (token: string) => erasure.parse((await server.send('GET', path, { token })).json())
const ask = async (token: string) =>
  erasure.parse((await server.send('POST', path, { token, body: {} })).json())
const takeBack = async (token: string) => erasure.parse((await server.send('DELETE', path, { token })).json())
const confirm = (playerId: string) =>
  db()
    .transaction()
    .execute((trx) => confirmErasure(trx, new Date(server.clock.now), playerId))
/** The audit log of a player. */
const historyOf = async (playerId: string) => {
  const rows = await db()
    .selectFrom('accounts.audit')
    .select('what')
    .where('player_id', '=', playerId)
    .orderBy('id')
    .execute()
  return rows.map(({ what }) => what)
}
const playersLike = async (alias: string) => {
  const { rows } = await server.database.pool.query('SELECT FROM accounts.players WHERE alias = $1', [alias])
  return rows.length
}
const openErasures = async () => {
  const { rows } = await server.database.pool.query(
    'SELECT FROM accounts.erasures WHERE erase_at IS NOT NULL',
  )
  return rows.length
}

describe('deleting the own account', () => {
  it('waits for the confirmation by mail, then seven days, in which it can be cancelled', async () => {
    const { token, user } = await server.register('ada')
    expect(await stateOf(token)).toEqual({ state: 'none' })
    const askedAt = new Date(server.clock.now).toISOString()
    expect(await ask(token)).toEqual({ state: 'asked', askedAt })
    server.clock.now += 20_000
    // Within the cooldown no second mail is sent.
    expect(await ask(token)).toEqual({ state: 'asked', askedAt })

    const eraseAt = new Date(server.clock.now + 7 * day)
    expect(await confirm(user.id)).toEqual(eraseAt)
    expect(await stateOf(token)).toEqual({ state: 'due', eraseAt: eraseAt.toISOString() })
    server.clock.now += day / 2
    // A second confirmation does not postpone it.
    expect(await confirm(user.id)).toEqual(eraseAt)

    expect(await takeBack(token)).toEqual({ state: 'none' })
    expect(await historyOf(user.id)).toEqual([
      'Account deletion requested',
      'Account deletion confirmed',
      'Account deletion cancelled',
    ])
    // Earlier links are invalid.
    expect(await confirm(user.id)).toBeNull()
    expect(await stateOf(token)).toEqual({ state: 'none' })
  })

  it('is confirmed by the link of the mail, once, and by no link from before a cancellation', async () => {
    const { token } = await server.register('gil')
    await ask(token)
    const link = tokenIn(await mailTo(server, 'gil@example.org', 'Delete your account?'))
    const use = (token: string) => server.send('POST', '/api/confirm-deletion', { body: { token } })
    expect((await use('guess')).statusCode).toBe(422)
    const eraseAt = new Date(server.clock.now + 7 * day).toISOString()
    expect((await use(link)).json()).toMatchObject({ eraseAt })
    expect(await stateOf(token)).toEqual({ state: 'due', eraseAt })
    expect((await use(link)).statusCode).toBe(422)
    await takeBack(token)

    server.clock.now += 60_000
    await ask(token)
    const second = tokenIn(await mailTo(server, 'gil@example.org', 'Delete your account?', 2))
    await takeBack(token)
    expect((await use(second)).statusCode).toBe(422)
    expect(await stateOf(token)).toEqual({ state: 'none' })
  })

  it('runs after seven days: access ends, a notice is published, and no row of the erasure remains', async () => {
    const { token, user } = await server.register('bea')
    const told: string[] = []
    const stop = server.push.subscribe(
      (notice) => void (notice.kind === 'player' && told.push(notice.player)),
      () => {},
    )
    const picture = `media/aa/${'a'.repeat(64)}.jpg`
    await server.storage.put(picture, Buffer.from('picture'))
    const upload = `uploads/${user.id}.zip`
    await server.storage.put(upload, Buffer.from('zip'))
    await server.database.pool.query('UPDATE accounts.players SET picture = $2 WHERE id = $1', [
      user.id,
      'a'.repeat(64),
    ])
    await server.database.pool.query(
      `INSERT INTO catalogue.uploads (id, uploader, name, state, created_at, updated_at, until)
       VALUES ($1, $1, 'A pack', 'issued', 0, 0, 0)`,
      [user.id],
    )
    await ask(token)
    await confirm(user.id)
    server.clock.now += 7 * day - 60_000
    await notifyOwnData(db())
    expect((await server.send('POST', '/api/login', { body: credentials('bea') })).statusCode).toBe(200)

    server.clock.now += 60_001
    await notifyOwnData(db())
    await vi.waitUntil(async () => (await playersLike('bea')) === 0, { timeout: 20_000 })
    await vi.waitUntil(() => told.includes(user.id), { timeout: 20_000 })
    expect((await server.send('POST', '/api/login', { body: credentials('bea') })).statusCode).toBe(401)
    expect((await server.send('GET', '/api/user', { token })).statusCode).toBe(401)
    expect([await server.storage.head(picture), await server.storage.head(upload)]).toEqual([null, null])
    expect(await openErasures()).toBe(1)

    // VACUUM FULL writes a new file, so the old one with the deleted rows is gone.
    const fileOfPlayers = async () => {
      const { rows } = await server.database.pool.query(
        "SELECT pg_relation_filenode('accounts.players') AS file",
      )
      return rows[0].file
    }
    const file = await fileOfPlayers()
    server.clock.now += leftoversAfterMs
    await notifyOwnData(db())
    await vi.waitUntil(async () => (await openErasures()) === 0, { timeout: 20_000 })
    expect(await fileOfPlayers()).not.toBe(file)
    const again = await server.register('bea')
    expect(again.user.id).not.toBe(user.id)
    stop()
  })

  it('keeps a picture that another player has as well', async () => {
    const sha256 = 'b'.repeat(64)
    const picture = `media/bb/${sha256}.jpg`
    await server.storage.put(picture, Buffer.from('picture'))
    const eve = await server.register('eve')
    const fay = await server.register('fay')
    await server.database.pool.query('UPDATE accounts.players SET picture = $1 WHERE id = any($2)', [
      sha256,
      [eve.user.id, fay.user.id],
    ])
    const erase = async ({ token, user }: typeof eve) => {
      await ask(token)
      await confirm(user.id)
      server.clock.now += 7 * day
      await notifyOwnData(db())
      await vi.waitUntil(async () => (await playersLike(user.alias)) === 0, { timeout: 20_000 })
    }
    await erase(eve)
    expect(await server.storage.head(picture)).not.toBeNull()
    const token = (await server.send('POST', '/api/login', { body: credentials('fay') })).json().token
    await erase({ ...fay, token })
    expect(await server.storage.head(picture)).toBeNull()
  })
})

function credentials(name: string) {
  return { email: `${name}@example.org`, password: testPassword }
}
