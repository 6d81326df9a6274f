import { describe, expect, it, onTestFinished } from 'vitest'
import { listenerName } from '../../platform/database/listen.ts'
import { grantPermission } from '../operations/serve-operated-players.ts'
import { accountsForTests } from '../test-app.ts'
import { onAccessChanged, postgresAuthentication } from './authenticate-token.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }

/** Accounts, and another process that caches identities for an hour unless they are invalidated. */
async function prepare() {
  const service = await accountsForTests()
  onTestFinished(() => service.stop())
  const { database, clock } = service
  const elsewhere = postgresAuthentication({ database, log, now: () => clock.now, ttlMs: 3_600_000 })
  const hearing = onAccessChanged(database, log, elsewhere)
  onTestFinished(() => hearing.stop())
  const listeners = async () => {
    const { rows } = await database.pool.query(
      `select pid from pg_stat_activity where application_name = '${listenerName}' and datname = current_database() and state = 'idle'`,
    )
    return rows.map(({ pid }) => pid)
  }
  await expect.poll(listeners).toHaveLength(1)
  return { ...service, elsewhere, listeners }
}

describe('another process', () => {
  it('rejects a session after sign-out and a key after its deletion', async () => {
    const { register, send, elsewhere } = await prepare()
    const { token } = await register('leaver')
    const { key, apiKey } = (await send('POST', '/api/api-keys', { token })).json()
    expect([(await elsewhere.authenticate(token))?.by, (await elsewhere.authenticate(key))?.by]).toEqual([
      'session',
      'apiKey',
    ])

    await send('DELETE', `/api/api-key/${apiKey.id}`, { token })
    await expect.poll(() => elsewhere.authenticate(key)).toBeNull()
    await send('POST', '/api/logout', { token })
    await expect.poll(() => elsewhere.authenticate(token)).toBeNull()
  })

  it('applies a permission as soon as it is granted', async () => {
    const { register, elsewhere, database } = await prepare()
    const { token } = await register('helper')
    expect((await elsewhere.authenticate(token))?.permissions).toEqual(new Set())
    await grantPermission(database, 'helper', 'packs.upload')
    const permissions = async () => (await elsewhere.authenticate(token))?.permissions
    await expect.poll(permissions).toEqual(new Set(['packs.upload']))
  })

  it('invalidates its cache after a lost connection', async () => {
    const { register, elsewhere, database, listeners } = await prepare()
    const { token, user } = await register('unheard')
    expect((await elsewhere.authenticate(token))?.playerId).toBe(user.id)
    const [pid] = await listeners()
    await database.pool.query('delete from accounts.sessions where player_id = $1', [user.id])
    await database.pool.query('select pg_terminate_backend($1)', [pid])
    await expect.poll(() => elsewhere.authenticate(token)).toBeNull()
  })
})
