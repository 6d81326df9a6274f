import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { readModelTables } from '@stepledger/projections/fold/read-models.ts'
import { advisoryLocks } from '@stepledger/services/platform/database/advisory-locks.ts'
import { type Database, openDatabase } from '@stepledger/services/platform/database/database.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  isRedisAvailable,
  postgresForTests,
  redisForTests,
  type TestService,
} from '../../scripts/services.ts'
import { playBody } from '../generators/play-body.ts'
import { newPlayer, type Player, submit } from './client.ts'
import { runLedger } from './ledger-command.ts'
import { type Server, startServer } from './server.ts'

const hasRedis = await isRedisAvailable()

/** Invariant 30: a release with older fold code changes nothing in the read models of a newer one. */
describe('an older release on the read models of a newer one', () => {
  let dataDir: string
  let postgres: TestService
  let database: Database
  let server: Server
  let ada: Player
  const env = () => ({ DATABASE_URL: postgres.url })
  const message = (id: number) =>
    `The read models in this database (generation ${id}) were folded by version ${codeVersion + 1} of the code, but this is version ${codeVersion}: start the newer release, or go back with \`ledger rollback\` of this one`

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-older-'))
    postgres = await postgresForTests()
    database = openDatabase({ url: postgres.url, maxConnections: 2 })
    server = await startServer(dataDir, env())
    ada = await newPlayer(server.url, 'ada')
    for (const seed of [1, 2, 3]) await submit(server.url, ada, playBody({ seed, rows: 30 }))
    await vi.waitUntil(async () => (await rowsOf('g1.plays')).length === 3, { timeout: 60_000 })
  })
  afterAll(async () => {
    await server.stop()
    await database.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function rowsOf(table: string): Promise<unknown[]> {
    return (await database.pool.query(`select t::text as row from ${table} t order by 1`)).rows
  }
  /** All rows that folding writes, and the checkpoints. */
  async function everything() {
    const tables = [
      ...readModelTables.map(({ name }) => `g1.${name}`),
      'projector.checkpoints',
      'projector.parked',
    ]
    const choices = ['projector.live', 'projector.next', 'projector.generations']
    return Promise.all([...tables, ...choices].map(async (table) => [table, await rowsOf(table)]))
  }

  it('a running one stops when a newer one has taken over, and says why', async () => {
    await submit(server.url, ada, playBody({ seed: 4, rows: 30 }))
    await vi.waitUntil(async () => (await rowsOf('g1.plays')).length === 4, { timeout: 60_000 })
    await database.pool.query('update projector.generations set code_version = code_version + 1')
    const before = await everything()

    const { code, output } = await server.ended
    expect(code).toBe(1)
    expect(output).toContain(message(1))
    expect(await everything()).toEqual(before)
  })

  it('does not start, and says why', async () => {
    const before = await everything()

    await expect(startServer(dataDir, env())).rejects.toThrow(message(1))
    expect(await everything()).toEqual(before)
  })

  it('its `ledger` command changes nothing either', async () => {
    const before = await everything()
    for (const [command, err] of [
      ['replay', message(1)],
      ['rollback', 'There is no earlier generation to roll back to'],
    ])
      expect(await runLedger(dataDir, [command ?? ''], env())).toMatchObject({
        code: 1,
        err: expect.stringContaining(err ?? ''),
      })
    expect(await runLedger(dataDir, ['verify'], env())).toMatchObject({
      code: 3,
      err: expect.stringContaining(`was folded by version ${codeVersion + 1} of the code`),
    })
    expect(await everything()).toEqual(before)
  })

  it.skipIf(!hasRedis)('may take plays, which the newer one then folds', async () => {
    const redis = await redisForTests()
    server = await startServer(dataDir, { ...env(), REDIS_URL: redis.url }, 'ingest,accounts,query')
    const before = await everything()
    const { playId } = await submit(server.url, ada, playBody({ seed: 5, rows: 30 }))
    expect(await everything()).toEqual(before)
    expect(await server.stop()).toMatchObject({ code: 0 })
    await redis.stop()

    // The newer release starts: its version matches the tables.
    await database.pool.query('update projector.generations set code_version = $1', [codeVersion])
    server = await startServer(dataDir, env())
    await vi.waitUntil(async () => (await rowsOf('g1.plays')).length === 5, { timeout: 60_000 })
    expect((await fetch(`${server.url}/api/play/${playId}`)).status).toBe(200)
    expect(await runLedger(dataDir, ['verify'], env())).toMatchObject({ code: 0 })
  })

  it('goes back to the generation before, and brings it up to date, when the newer one has stopped', async () => {
    // Given a newer release, which has built its generation and received a play
    expect(await runLedger(dataDir, ['replay'], env())).toMatchObject({ code: 0 })
    await submit(server.url, ada, playBody({ seed: 6, rows: 30 }))
    await vi.waitUntil(async () => (await rowsOf('g2.plays')).length === 6, { timeout: 60_000 })
    const newer = 'update projector.generations set code_version = code_version + 1 where id = 2'
    await database.pool.query(newer)
    await server.ended
    await expect(startServer(dataDir, env())).rejects.toThrow(message(2))
    // When an operator goes back, which is refused while a projector runs,
    const leader = await database.pool.connect()
    await leader.query('select pg_advisory_lock($1, $2)', [...advisoryLocks.projector])
    expect(await runLedger(dataDir, ['rollback'], env())).toMatchObject({
      code: 1,
      err: expect.stringContaining('stop it before going back'),
    })
    await leader.query('select pg_advisory_unlock_all()')
    leader.release()
    expect(await runLedger(dataDir, ['rollback', '--reason', 'a bad release'], env())).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Outcome +live\nGeneration +1\n/),
    })
    server = await startServer(dataDir, env())
    // then no play is missing.
    await vi.waitUntil(async () => (await rowsOf('g1.plays')).length === 6, { timeout: 60_000 })
    expect(await runLedger(dataDir, ['verify'], env())).toMatchObject({ code: 0 })
  })
})
