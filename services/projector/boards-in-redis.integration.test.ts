import { boardKeys, requestedKey } from '@stepledger/projections/boards/redis-layout.ts'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isRedisAvailable, ownRedis, postgresForTests, redisForTests } from '../../scripts/services.ts'
import { playerNumber } from '../../tests/generators/small-play.ts'
import { inProcessPush } from '../platform/push/in-process.ts'
import { noticeOfFold } from '../platform/push/push.ts'
import { closeRedis, connectRedis, type Redis, redisAnswers } from '../platform/redis/ioredis.ts'
import { redisRankings } from '../query/redis-rankings.ts'
import { type BoardMirror, beginMirror, MirrorLostError, mirrorBoards } from './boards-in-redis.ts'
import { type BoardsInTests, boardsInTests } from './boards-in-tests.ts'

const log = { info: () => {}, warn: () => {}, error: console.error }
const soon = { timeout: 15_000, interval: 10 }
const prefix = 'test'
const chart = '00000000000000aa'

/** Boards in Postgres, a separate Redis that follows them, and a reader. */
async function prepare() {
  const redis = await ownRedis()
  onTestFinished(() => redis.stop())
  const boards = await boardsInTests(await postgresForTests())
  onTestFinished(() => boards.close())
  const push = inProcessPush(`test ${redis.url}`)
  onTestFinished(() => push.close())
  const { database, systems } = boards
  const follow = async () => {
    const follower = await mirrorBoards({ database, push, redis: { url: redis.url, prefix } }, log)
    onTestFinished(() => follower.stop())
    return follower
  }
  const reads: { by: string; why: string }[] = []
  const rankings = redisRankings({ url: redis.url, log, onRead: (by, why) => reads.push({ by, why }) })
  onTestFinished(() => rankings.close())
  await rankings.ready()
  const commands = connectRedis({ url: redis.url, log, name: 'test' })
  onTestFinished(() => closeRedis(commands))
  await redisAnswers(commands, 2_000)

  /** Reads a board, and checks that it equals the board at its stated version and is current. */
  const read = async (generation = boards.generation) => {
    const least = boards.versionOf(chart)
    const answer = await rankings.read(generation, { chart, systems, from: 0, limit: 1000 })
    expect(answer.version).toBeGreaterThanOrEqual(least)
    for (const { page } of answer.boards)
      expect(page).toEqual(boards.entriesAt(chart, answer.version).slice(0, 1000))
    return { ...reads.at(-1), ...answer }
  }
  const readByRedis = () => vi.waitUntil(async () => (await read()).by === 'Redis', soon)
  let at = 0
  const change = (n: number, hundredths: number | null) =>
    boards.change(chart, [{ player: playerNumber(n), hundredths, at: ++at * 60_000 }])
  return { redis, boards, database, push, follow, read, readByRedis, change, commands }
}

describe.skipIf(!(await isRedisAvailable()))('boards in Redis', () => {
  it('are filled on demand and follow every change from then on', async () => {
    const { follow, read, readByRedis, change, commands } = await prepare()
    await follow()
    await change(1, 9000)
    await vi.waitUntil(async () => (await commands.dbsize()) === 0, soon)
    // The follower may not lead yet.
    const why = expect.stringMatching(/^(behind|unfollowed)$/)
    expect(await read()).toMatchObject({ by: 'Postgres', why })
    await readByRedis()
    for (let n = 2; n < 12; n++) await change(n, 9000 - n)
    await change(3, null)
    await readByRedis()
  })

  it('are read from Postgres while Redis is unavailable, and filled again after it restarts empty', async () => {
    const { redis, follow, read, readByRedis, change } = await prepare()
    await follow()
    await change(1, 9000)
    await readByRedis()
    await redis.kill()
    await change(2, 9500)
    // The follower may have noticed it first.
    const why = expect.stringMatching(/^(away|unfollowed)$/)
    expect(await read()).toMatchObject({ by: 'Postgres', why })
    await redis.start()
    await change(3, 9700)
    await read()
    await readByRedis()
  })

  it('follow many changes by few transfers, ten a second', async () => {
    const { boards, database, push, follow, change } = await prepare()
    await follow()
    const transfers = async () => {
      const { rows } = await database.pool.query('select moves::integer from projector.board_mirrors')
      return rows[0]?.moves
    }
    await vi.waitUntil(async () => (await transfers()) === 0, soon)
    const startedAt = performance.now()
    let changes = 0
    while (performance.now() - startedAt < 1_000) {
      await change(++changes, 9000)
      push.publish(noticeOfFold(boards.generation.id))
    }
    // A timer may fire a little early.
    const most = Math.ceil((performance.now() - startedAt) / 90) + 1
    expect(await transfers()).toBeLessThanOrEqual(most)
  })

  it('have no triggers without a follower', async () => {
    const { boards, database, follow, read, readByRedis, change } = await prepare()
    const left = async () => {
      const { rows } = await database.pool.query(
        `select (select count(*) from pg_trigger where tgname like 'queue_%')::integer as triggers,
          to_regclass('${boards.generation.schema}.board_changes') is not null as queue,
          (select count(*) from projector.board_mirrors)::integer as mirrors`,
      )
      return rows[0]
    }
    expect(await left()).toEqual({ triggers: 0, queue: false, mirrors: 0 })
    const follower = await follow()
    await change(1, 9000)
    await readByRedis()
    expect(await left()).toEqual({ triggers: 5, queue: true, mirrors: 1 })
    await follower.stop()
    expect(await left()).toEqual({ triggers: 0, queue: false, mirrors: 0 })
    expect(await read()).toMatchObject({ by: 'Postgres', why: 'unfollowed' })
  })

  it('are not reused by the next follower', async () => {
    const { follow, read, readByRedis, change, commands } = await prepare()
    const first = await follow()
    await change(1, 9000)
    await readByRedis()
    await first.stop()
    const before = await commands.keys('*')
    expect(before.length).toBeGreaterThan(0)
    await change(1, null)
    await change(2, 9100)
    expect((await read()).by).toBe('Postgres')
    await follow()
    await readByRedis()
    await vi.waitUntil(async () => !(await commands.keys('*')).some((key) => before.includes(key)), soon)
  })

  it('are dropped when one of their keys was lost, and filled again', async () => {
    const { follow, read, readByRedis, change, commands } = await prepare()
    await follow()
    for (let n = 1; n < 6; n++) await change(n, 9000 + n)
    await readByRedis()
    for (const kind of ['*:keys', '*:rows', '*:about']) {
      const [key = ''] = await commands.keys(kind)
      await commands.del(key)
      expect((await read()).by).toBe('Postgres')
      await readByRedis()
    }
  })

  it('are maintained by one elected follower, and by another one after it stops', async () => {
    const { follow, readByRedis, change } = await prepare()
    const first = await follow()
    await follow()
    await change(1, 9000)
    await readByRedis()
    await first.stop()
    await change(2, 9100)
    await readByRedis()
  })

  it('are separate for each generation', async () => {
    const { boards, database, push, follow, readByRedis, change, commands } = await prepare()
    await follow()
    await change(1, 9000)
    await readByRedis()
    const old = `{test:g${boards.generation.id}-`
    const next = await boards.nextGeneration()
    push.publish({ kind: 'switched', generation: next.id })
    await vi.waitUntil(async () => {
      const { rows } = await database.pool.query('select generation from projector.board_mirrors')
      return rows.length === 1 && rows[0].generation === next.id
    }, soon)
    await vi.waitUntil(async () => !(await commands.keys('*')).some((key) => key.startsWith(old)), soon)
  })

  it('are filled at any size, with correct deep pages and ranks', async () => {
    const { boards, follow, readByRedis } = await prepare()
    await follow()
    const results = Array.from({ length: 12_000 }, (_, n) => ({
      player: playerNumber(n + 1),
      hundredths: (n * 7919) % 10_000,
      at: n * 1000,
    }))
    await boards.change(chart, results)
    await readByRedis()
  })
})

describe.skipIf(!(await isRedisAvailable()))('a mirror of boards', () => {
  let boards: BoardsInTests
  let redis: Redis
  let begin: () => Promise<BoardMirror>

  beforeEach(async () => {
    const { url, prefix, stop } = await redisForTests()
    onTestFinished(stop)
    boards = await boardsInTests(await postgresForTests())
    onTestFinished(() => boards.close())
    redis = connectRedis({ url, log, name: 'test' })
    onTestFinished(() => closeRedis(redis))
    await redisAnswers(redis, 2_000)
    begin = () => beginMirror({ database: boards.database, redis, prefix }, boards.generation)
  })
  const improve = (n: number, hundredths: number) =>
    boards.change(chart, [{ player: playerNumber(n), hundredths, at: hundredths * 1000 }])
  const versionIn = async ({ name }: BoardMirror) =>
    Number((await redis.hget(boardKeys(name, chart, boards.systems)[0] ?? '', 'version')) ?? 0)
  const fill = async (mirror: BoardMirror) => {
    await redis.sadd(requestedKey(mirror.name), chart)
    await mirror.fillRequested()
  }

  it('drops a board whose last changes Redis lost, for example in a failover to a replica', async () => {
    const mirror = await begin()
    await improve(1, 5000)
    await improve(2, 6000)
    await fill(mirror)
    const keys = boardKeys(mirror.name, chart, boards.systems)
    const before = await Promise.all(keys.map((key) => redis.dumpBuffer(key)))
    await improve(1, 7000)
    await mirror.follow()
    expect(await versionIn(mirror)).toBe(3)
    for (const [i, key] of keys.entries()) await redis.restore(key, 0, before[i] ?? '', 'REPLACE')
    await improve(2, 8000)
    await mirror.follow()
    expect(await versionIn(mirror)).toBe(0)
    await fill(mirror)
    expect(await versionIn(mirror)).toBe(4)
  })

  it('skips changes that a fill already included', async () => {
    const mirror = await begin()
    await improve(1, 5000)
    await fill(mirror)
    await improve(1, 6000)
    await fill(mirror)
    expect(await versionIn(mirror)).toBe(2)
    await mirror.follow()
    await improve(1, 7000)
    await mirror.follow()
    expect(await versionIn(mirror)).toBe(3)
  })

  it('drops a board with too many changes to follow', async () => {
    const mirror = await begin()
    await improve(1, 5000)
    await fill(mirror)
    const many = Array.from({ length: 2_001 }, (_, n) => ({
      player: playerNumber(n + 1),
      hundredths: 9000,
      at: n,
    }))
    await boards.change(chart, many)
    await mirror.follow()
    expect(await versionIn(mirror)).toBe(0)
    await mirror.fillRequested()
    expect(await versionIn(mirror)).toBe(2)
  })

  it('is maintained by the follower that started last', async () => {
    const [old, mirror] = [await begin(), await begin()]
    await improve(1, 5000)
    await expect(old.follow()).rejects.toThrow(MirrorLostError)
    await fill(mirror)
    expect(await versionIn(mirror)).toBe(1)
    await old.end()
    await improve(1, 6000)
    await mirror.follow()
    expect(await versionIn(mirror)).toBe(2)
  })
})
