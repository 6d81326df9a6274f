import { openDatabase } from '@stepledger/services/platform/database/database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresForTests } from '../../scripts/services.ts'
import { sendPack, waitUntilProcessed } from '../catalogue/upload.ts'
import { madePack, madeSimfile } from '../generators/pack.ts'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, type Player, submit, submitUntilRanked } from './client.ts'
import { type LocalSystem, startLocalSystem } from './local-system.ts'

/** Invariant 49: the ledger and the accounts are all that must not be lost. */
describe('a system that lost every other table', () => {
  let postgres: Awaited<ReturnType<typeof postgresForTests>>
  let system: LocalSystem
  let ann: Player
  let bob: Player
  const start = () =>
    startLocalSystem({
      only: ['accounts', 'ingest', 'catalogue', 'query', 'projector'],
      databaseUrl: postgres.url,
    })
  const zip = (name: string) =>
    madePack(name, {
      'Song/song.ssc': madeSimfile({ title: 'Song', charts: [{ difficulty: 'Hard', meter: 8, rows: 8 }] }),
    })
  const bodies = [1, 2, 3].map((seed) => playBody({ seed, skill: seed / 4 }))
  const [first, second, third] = bodies.map((body) => ({ ...body, hash: 'abcdefabcdefabcd' }))

  beforeAll(async () => {
    postgres = await postgresForTests()
    system = await start()
    ann = await newPlayer(system.url, 'ann')
    bob = await newPlayer(system.url, 'bob')
    await system.database.pool.query(
      "insert into accounts.permissions (player_id, permission, granted_at) select id, 'packs.upload', now() from accounts.players",
    )
    await system.database.pool.query('update accounts.players set email_verified_at = now()')
    await system.database.pool.query("select pg_notify('access', id::text) from accounts.players")
  })
  afterAll(async () => {
    await system.stop()
    await postgres.stop()
  })

  it('shows the same pages, issues no id again, and knows its plays, rivals and packs', async () => {
    if (!first || !second || !third) throw new Error('three plays')
    // Given plays, one of them withdrawn, a rival and a pack,
    const kept = await submitUntilRanked(system.url, ann, first)
    await submitUntilRanked(system.url, bob, second)
    const gone = await submitUntilRanked(system.url, ann, third)
    await call(`${system.url}/api/play/${gone.playId}`, { method: 'DELETE', token: ann.token })
    await call(`${system.url}/api/rivals`, { token: ann.token, body: { rivalUserId: bob.id } })
    const upload = await waitUntilProcessed(
      system.url,
      ann,
      await sendPack(system.url, ann, 'Lab', zip('Lab')),
    )
    expect(upload.state).toBe('ready')
    const before = await pages(upload.packId)

    // when the server ends, all tables but these are dropped, and it starts again,
    await system.stop()
    await dropTables()
    system = await start()

    // then its pages are the same,
    expect(await pages(upload.packId)).toEqual(before)
    // a play that is sent again is a duplicate, and a new one has a new id,
    expect(await submit(system.url, ann, first)).toMatchObject({ playId: kept.playId, duplicate: true })
    const next = await submit(system.url, bob, { ...third, hash: 'cccccccccccccccc' })
    expect(next.playId).toBeGreaterThan(gone.playId)
    // and the pack still belongs to its uploader.
    const body = { filename: 'Lab.zip', contentType: 'application/zip', size: 1 }
    const refused = await call(`${system.url}/api/pack/upload-url`, { token: bob.token, body })
    expect(refused).toMatchObject({ status: 409 })
    const again = await waitUntilProcessed(
      system.url,
      ann,
      await sendPack(system.url, ann, 'Lab', zip('Lab')),
    )
    expect(again).toMatchObject({ state: 'ready', packId: upload.packId })
  })

  async function pages(packId: number | null) {
    const paths = [
      `/api/chart/${first?.hash}`,
      `/api/user/${ann.id}`,
      `/api/pack/${packId}`,
      '/api/packs',
      '/api/charts',
    ]
    const open = await Promise.all(paths.map((path) => call(`${system.url}${path}`)))
    expect(open.map(({ status }) => status)).toEqual(paths.map(() => 200))
    const boards = await call(`${system.url}/api/chart/${first?.hash}/leaderboards`)
    const rivals = await call(`${system.url}/api/rivals`, { token: ann.token })
    expect(boards.status).toBe(200)
    return [...open, boards, rivals].map(({ body }) => body)
  }

  async function dropTables() {
    const database = openDatabase({ url: postgres.url, maxConnections: 1 })
    const { rows } = await database.pool.query(
      `select nspname as name from pg_namespace
       where nspname ~ '^g[0-9]+$' or nspname in ('ingest', 'catalogue', 'competitions', 'projector', 'analysis')`,
    )
    expect(rows.length).toBeGreaterThanOrEqual(6)
    for (const { name } of rows) await database.pool.query(`drop schema ${name} cascade`)
    await database.pool.query("delete from stepledger_migrations where name not in ('ledger', 'accounts')")
    await database.close()
  }
})
