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
  command(system.databaseUrl, args.split(' '), { ...options, env: { DATA_DIR: system.dataDir } })
const nothing = { code: 1, out: expect.arrayContaining(['Nothing was done.']) }
const unknown = (alias: string) => ({ code: 1, out: [], err: `There is no player ${alias}` })

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
    const running = run('explain ann', { signal: interrupt.signal })
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

    await newPlayer(system.url, 'Annabel')

    const time = expect.stringMatching(/Z$/)
    const { code, json } = await run('who aNN --json')
    expect(code).toBe(0)
    expect(json()).toEqual({
      players: [
        {
          userId: ann.id,
          alias: 'Ann',
          profileImageUrl: null,
          createdAt: time,
          permissions: ['packs.upload'],
          lastPlayAt: null,
          sessions: [{ device: 'Unknown device', createdAt: time, lastUsedAt: time, expiresAt: time }],
          keys: [{ prefix: ann.key.slice(0, 8), createdAt: time, lastUsedAt: null }],
          passkeys: [{ name: 'A phone', createdAt: time, lastUsedAt: null }],
          history: [
            { at: time, by: 'operator', what: 'Permission granted', details: { permission: 'packs.upload' } },
            { at: time, by: 'player', what: 'API key created', details: { key: `${ann.key.slice(0, 8)}…` } },
          ],
        },
        expect.objectContaining({ alias: 'Annabel' }),
      ],
      refusals: [],
    })
    const { out } = await run('who ann')
    expect(out.join('\n')).toMatch(/^ +Passkeys\n +Name .*\n +A phone /m)
    expect(out.join('\n')).toMatch(/ operator +Permission granted +permission packs.upload$/m)
    for (const text of [out.join('\n'), JSON.stringify(json())])
      for (const secret of [ann.token, ann.key, 'example.com', 'argon2', 'secret'])
        expect(text).not.toContain(secret)
  })

  it('finds nobody', async () => {
    expect(await run('who nobody')).toMatchObject({ code: 0, out: ['Players   none', 'Refusals  none'] })
  })
})

describe('ledger grant', () => {
  it('grants a permission once, by alias, ignoring case', async () => {
    const gus = await newPlayer(system.url, 'Gus')
    const user = { id: gus.id, alias: 'Gus' }
    const done = { user, permissions: ['packs.upload'] }
    expect((await run('grant gUS packs.upload --json')).json()).toEqual({
      plan: { user, permissions: [] },
      done: { ...done, changed: true },
    })
    expect((await run('grant gus packs.upload --json')).json()).toMatchObject({
      done: { ...done, changed: false },
    })
  })

  it('refuses an unknown player or permission', async () => {
    expect(await run('grant nobody packs.upload')).toMatchObject(unknown('nobody'))
    expect(await run('grant ann everything')).toMatchObject({
      code: 2,
      err: expect.stringContaining('"packs.upload"|"ledger.operate"'),
    })
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
    expect(await run('revoke bob ledger.operate', { answer: 'n' })).toMatchObject(nothing)
    expect(await permissionsOf(bob)).toEqual(['ledger.operate'])

    const revoked = await run('revoke BOB ledger.operate --json', { answer: 'y' })
    expect(revoked).toMatchObject({ code: 0, err: '' })
    const user = { id: bob.id, alias: 'Bob' }
    expect(revoked.json()).toEqual({
      plan: { user, permissions: ['ledger.operate'] },
      done: { user, permissions: [], changed: true },
    })
    expect(await permissionsOf(bob)).toEqual([])
    const again = await run('revoke bob ledger.operate --yes --json')
    expect(again).toMatchObject({ code: 0 })
    expect(again.json()).toMatchObject({ done: { changed: false } })
  })

  it('refuses an unknown player or permission', async () => {
    expect(await run('revoke nobody packs.upload --yes')).toMatchObject(unknown('nobody'))
    expect(await run('revoke ann everything --yes')).toMatchObject({ code: 2 })
  })
})

describe('ledger sign-out', () => {
  it("ends all sessions of a player, and keeps API keys, password and other players' sessions", async () => {
    const eve = await newPlayer(system.url, 'Eve')
    const mia = await newPlayer(system.url, 'Mia')
    await login('Eve')
    expect(await run('sign-out eve')).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
    expect(await run('sign-out eve', { answer: '' })).toMatchObject(nothing)
    expect([await sessionStatus(eve), await sessionStatus(mia)]).toEqual([200, 200])

    const { code, json } = await run('sign-out eve --json', { answer: 'yes' })
    expect(code).toBe(0)
    const ended = { sessions: 2, apiKeys: 0 }
    expect(json()).toEqual({ plan: { user: { id: eve.id, alias: 'Eve' }, ...ended }, done: ended })
    await expect.poll(() => sessionStatus(eve)).toBe(401)
    expect([await keyStatus(eve), await sessionStatus(mia)]).toEqual([200, 200])
    expect((await login('Eve')).status).toBe(200)
  })

  it('deletes the API keys too with --keys', async () => {
    const joe = await newPlayer(system.url, 'Joe')
    expect(await keyStatus(joe)).toBe(200)
    expect((await run('sign-out joe --keys --yes --json')).json()).toMatchObject({
      done: { sessions: 1, apiKeys: 1 },
    })
    await expect.poll(() => keyStatus(joe)).toBe(401)
    const answer = await call(`${system.url}/api/api-keys`, { token: await tokenOf('Joe') })
    expect(z.object({ apiKeys: z.array(apiKey) }).parse(answer.body).apiKeys).toEqual([])
  })

  it('reports an unknown player', async () => {
    expect(await run('sign-out nobody --yes')).toMatchObject(unknown('nobody'))
  })
})

describe('ledger erase', () => {
  it('shows what would be deleted, and does it after a confirmation', async () => {
    const sue = await newPlayer(system.url, 'Sue')
    const { position } = await submit(system.url, sue, playBody({ seed: 1 }))
    await call(`${system.url}/api/blueshift`, { headers: { 'ledger-position': position } })
    expect(await run('erase sue')).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
    const shown = await run('erase sue --dry-run --json')
    expect(shown.json()).toMatchObject({
      plan: { user: { alias: 'Sue' }, plays: 1, sessions: 1, apiKeys: 1 },
      done: null,
    })
    expect(await run('erase sue', { answer: 'n' })).toMatchObject({
      code: 1,
      out: expect.arrayContaining([expect.stringMatching(/^Plays +1$/), 'Nothing was done.']),
    })
    expect([await sessionStatus(sue), await keyStatus(sue)]).toEqual([200, 200])

    expect((await run('erase SUE --yes --json')).json()).toMatchObject({
      done: { playerId: sue.id, folded: true },
    })
    await expect.poll(async () => [await sessionStatus(sue), await keyStatus(sue)]).toEqual([401, 401])
    expect((await call(`${system.url}/api/user/${sue.id}`)).status).toBe(404)
    expect(await run('erase sue --yes')).toMatchObject(unknown('sue'))
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
