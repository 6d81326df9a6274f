import { apiKey } from '@stepledger/contracts/http/api-keys.ts'
import { user } from '@stepledger/contracts/http/shapes/user.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, type Player, submit } from '../system/client.ts'
import { type LocalSystem, startLocalSystem } from '../system/local-system.ts'
import { command } from './command.ts'

let system: LocalSystem
const run = (args: string, options?: { answer?: string; signal?: AbortSignal }) =>
  command(system.databaseUrl, args.split(' '), options)

beforeAll(async () => {
  system = await startLocalSystem()
})
afterAll(() => system.stop())

const sessionStatus = async ({ token }: Player) => (await call(`${system.url}/api/user`, { token })).status
const keyStatus = async ({ key }: Player) =>
  (await call(`${system.url}/v1/auth-check`, { token: key })).status
const permissionsOf = async ({ token }: Player) =>
  user.parse((await call(`${system.url}/api/user`, { token })).body).permissions
const login = (alias: string) =>
  call(`${system.url}/api/login`, { body: { email: `${alias}@example.com`, password: 'correct horse' } })

it('an interrupted command ends, also while the database does not answer a statement', async () => {
  const blocking = await system.database.connect('blocking')
  try {
    // Given a command that waits for a lock
    await blocking.query('begin; lock table accounts.players in access exclusive mode')
    const interrupt = new AbortController()
    const running = run('who ann', { signal: interrupt.signal })
    await vi.waitUntil(
      async () => (await blocking.query('select from pg_locks where not granted')).rowCount !== 0,
      { timeout: 60_000 },
    )
    // When it is interrupted, then it ends while the lock is held
    interrupt.abort(new Error('interrupted'))
    expect(await running).toMatchObject({ code: 130, out: [], err: '' })
  } finally {
    await blocking.end()
  }
})

describe('ledger who', () => {
  it('shows sessions, API keys and permissions of a player, and no secret', async () => {
    const ann = await newPlayer(system.url, 'Ann')
    await run('grant ann packs.upload')
    await system.database.pool.query(
      `INSERT INTO accounts.passkeys (id, player_id, credential_id, public_key, counter, name, device_type, transports, created_at)
       VALUES (gen_random_uuid(), $1, 'secret id', 'secret key', 0, 'A phone', 'multiDevice', '{}', now())`,
      [ann.id],
    )

    const { code, json } = await run('who aNN --json')
    expect(code).toBe(0)
    expect(json()).toEqual({
      playerId: ann.id,
      alias: 'Ann',
      createdAt: expect.stringMatching(/Z$/),
      permissions: [{ permission: 'packs.upload', grantedAt: expect.stringMatching(/Z$/) }],
      sessions: [{ startedAt: expect.stringMatching(/Z$/), endsAt: expect.stringMatching(/Z$/) }],
      keys: [
        {
          fingerprint: `${ann.key.slice(0, 8)}…`,
          createdAt: expect.stringMatching(/Z$/),
          lastUsedAt: null,
        },
      ],
      passkeys: [{ name: 'A phone', createdAt: expect.stringMatching(/Z$/), lastUsedAt: null }],
      history: [
        {
          at: expect.stringMatching(/Z$/),
          by: 'operator',
          what: 'Permission granted',
          details: { permission: 'packs.upload' },
        },
        {
          at: expect.stringMatching(/Z$/),
          by: 'player',
          what: 'API key created',
          details: { key: `${ann.key.slice(0, 8)}…` },
        },
      ],
    })
    const { out } = await run('who ann')
    expect(out.join('\n')).toMatch(/^Player +Ann/)
    for (const text of [out.join('\n'), JSON.stringify(json())])
      for (const secret of [ann.token, ann.key, 'example.com', 'argon2', 'secret'])
        expect(text).not.toContain(secret)
  })

  it('reports an unknown player', async () => {
    expect(await run('who nobody')).toMatchObject({ code: 1, out: [], err: /no player called nobody/ })
  })
})

describe('ledger revoke', () => {
  it('revokes a permission after a confirmation', async () => {
    const bob = await newPlayer(system.url, 'Bob')
    await run('grant bob ledger.operate')
    expect(await run('revoke bob ledger.operate')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--yes'),
    })
    expect(await run('revoke bob ledger.operate', { answer: 'n' })).toMatchObject({
      code: 1,
      out: ['Nothing was done.'],
    })
    expect(await permissionsOf(bob)).toEqual(['ledger.operate'])

    expect(await run('revoke BOB ledger.operate', { answer: 'y' })).toMatchObject({
      code: 0,
      out: ['Bob does not have ledger.operate any more.'],
    })
    expect(await permissionsOf(bob)).toEqual([])
    const again = await run('revoke bob ledger.operate --yes --json')
    expect(again.code).toBe(0)
    expect(again.json()).toEqual({
      playerId: bob.id,
      alias: 'Bob',
      permission: 'ledger.operate',
      outcome: 'not held',
    })
  })

  it('refuses an unknown player or permission', async () => {
    expect(await run('revoke nobody packs.upload --yes')).toMatchObject({ code: 1, out: [] })
    expect(await run('revoke ann everything --yes')).toMatchObject({
      code: 2,
      err: expect.stringContaining('packs.upload and ledger.operate'),
    })
  })
})

describe('ledger sign-out', () => {
  it("ends all sessions of a player, and keeps API keys, password and other players' sessions", async () => {
    const eve = await newPlayer(system.url, 'Eve')
    const mia = await newPlayer(system.url, 'Mia')
    await login('Eve')
    expect(await run('sign-out eve')).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
    expect(await run('sign-out eve', { answer: '' })).toMatchObject({ code: 1, out: ['Nothing was done.'] })
    expect([await sessionStatus(eve), await sessionStatus(mia)]).toEqual([200, 200])

    const { code, json } = await run('sign-out eve --json', { answer: 'yes' })
    expect(code).toBe(0)
    expect(json()).toEqual({ playerId: eve.id, alias: 'Eve', outcome: 'signed out', sessions: 2, keys: 0 })
    await expect.poll(() => sessionStatus(eve)).toBe(401)
    expect([await keyStatus(eve), await sessionStatus(mia)]).toEqual([200, 200])
    expect((await login('Eve')).status).toBe(200)
  })

  it('deletes the API keys too with --keys', async () => {
    const joe = await newPlayer(system.url, 'Joe')
    expect(await keyStatus(joe)).toBe(200)
    expect(await run('sign-out joe --keys --yes')).toMatchObject({
      code: 0,
      out: ['Joe is signed out: 1 session ended, 1 API key deleted.'],
    })
    await expect.poll(() => keyStatus(joe)).toBe(401)
    const answer = await call(`${system.url}/api/api-keys`, { token: await tokenOf('Joe') })
    expect(z.object({ apiKeys: z.array(apiKey) }).parse(answer.body).apiKeys).toEqual([])
  })

  it('reports an unknown player', async () => {
    expect(await run('sign-out nobody --yes')).toMatchObject({ code: 1, out: [] })
  })

  it('takes effect in the running server at once, also for cached sessions', async () => {
    const took: number[] = []
    for (const name of ['one', 'two', 'three']) {
      const player = await newPlayer(system.url, `${name}-${name}`)
      expect([await sessionStatus(player), await keyStatus(player)]).toEqual([200, 200])
      const from = performance.now()
      expect((await run(`sign-out ${player.alias} --keys --yes`)).code).toBe(0)
      const statuses = async () => [await sessionStatus(player), await keyStatus(player)]
      await expect.poll(statuses, { interval: 10 }).toEqual([401, 401])
      took.push(performance.now() - from)
    }
    // Without the notification a session is cached for three seconds. The timeout allows for a busy machine.
    expect(Math.min(...took)).toBeLessThan(2_500)
  })
})

describe('ledger erase', () => {
  it('without --yes shows what would be deleted, and does nothing', async () => {
    const sue = await newPlayer(system.url, 'Sue')
    const { position } = await submit(system.url, sue, playBody({ seed: 1 }))
    await call(`${system.url}/api/blueshift`, { headers: { 'ledger-position': position } })
    const shown = await run('erase sue --json')
    expect(shown.code).toBe(0)
    expect(shown.json()).toMatchObject({ alias: 'Sue', outcome: 'shown', plays: 1, sessions: 1, apiKeys: 1 })
    const { code, out } = await run('erase sue')
    expect([code, out[0], out.at(-1)]).toEqual([
      0,
      expect.stringMatching(/^Plays +1$/),
      'Nothing was done. --yes erases Sue.',
    ])
    expect([await sessionStatus(sue), await keyStatus(sue)]).toEqual([200, 200])

    expect(await run('erase SUE --yes')).toMatchObject({
      code: 0,
      out: ['Sue is erased, and no page shows it.'],
    })
    await expect.poll(async () => [await sessionStatus(sue), await keyStatus(sue)]).toEqual([401, 401])
    expect((await call(`${system.url}/api/user/${sue.id}`)).status).toBe(404)
    expect(await run('erase sue --yes')).toMatchObject({ code: 1, out: [] })
  })

  it('is audited without a name', async () => {
    const { rows } = await system.database.pool.query(
      "SELECT player_id, by, details FROM accounts.audit WHERE what = 'A player erased'",
    )
    expect(rows).toEqual([{ player_id: null, by: 'operator', details: {} }])
  })
})

async function tokenOf(alias: string): Promise<string> {
  return z.object({ token: z.string() }).parse((await login(alias)).body).token
}
