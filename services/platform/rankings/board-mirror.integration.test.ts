import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { isRedisAvailable, postgresForTests, redisForTests } from '../../../scripts/services.ts'
import { playerNumber } from '../../../tests/generators/small-play.ts'
import { closeRedis, connectRedis, type Redis, redisAnswers } from '../redis/ioredis.ts'
import { boardKeys, requestedKey } from './board-keys.ts'
import { type BoardMirror, beginMirror, MirrorLostError } from './board-mirror.ts'
import { type BoardsInTests, boardsInTests } from './boards-in-tests.ts'

const log = { info: () => {}, warn: () => {}, error: console.error }
const chart = '00000000000000bb'

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
