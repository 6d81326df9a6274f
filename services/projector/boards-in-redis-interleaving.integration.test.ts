import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRedisAvailable, ownRedis, postgresForTests } from '../../scripts/services.ts'
import { playerNumber } from '../../tests/generators/small-play.ts'
import { closeRedis, connectRedis, type Redis, redisAnswers } from '../platform/redis/ioredis.ts'
import { type RedisRankings, redisRankings } from '../query/redis-rankings.ts'
import { type BoardMirror, beginMirror, MirrorLostError } from './boards-in-redis.ts'
import { type BoardsInTests, boardsInTests } from './boards-in-tests.ts'

const log = { info: () => {}, warn: () => {}, error: console.error }

/** Steps of writers, followers, readers and faults, which run in any order. */
const change = fc.record({
  chart: fc.nat(1),
  player: fc.integer({ min: 1, max: 6 }),
  hundredths: fc.option(fc.integer({ min: 0, max: 10_000 }), { freq: 4 }),
})
const keep = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('follow', 'fill') },
  { weight: 1, arbitrary: fc.constantFrom('begin', 'by the old one') },
)
const badLuck = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('flush', 'lose scripts') },
  { weight: 4, arbitrary: fc.constant('lose a key') },
)

describe.skipIf(!(await isRedisAvailable()))('boards in Redis, in any interleaving', () => {
  let boards: BoardsInTests
  let redis: Redis
  let server: Awaited<ReturnType<typeof ownRedis>>
  let rankings: RedisRankings
  const counted = { Redis: 0, Postgres: 0 }

  beforeAll(async () => {
    boards = await boardsInTests(await postgresForTests())
    server = await ownRedis()
    const { url } = server
    redis = connectRedis({ url, log, name: 'test' })
    await redisAnswers(redis, 2_000)
    rankings = redisRankings({ url, log, onRead: (by) => counted[by]++ })
    await rankings.ready()
  })
  afterAll(async () => {
    await rankings.close()
    await closeRedis(redis)
    await boards.close()
    await server.stop()
  })

  it('only return committed versions, and none older than requested', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 5, maxLength: 30 }),
        fc.array(keep, { minLength: 20, maxLength: 60 }),
        fc.array(badLuck, { maxLength: 12 }),
        async (changes, keeping, luck) => {
          run += 1
          const prefix = `${run}-test`
          const charts = [0, 1].map((n) => `${run}`.padStart(15, '0') + n)
          const chartOf = (n: number) => charts[n] ?? ''
          let open = true
          const committed = new Map(charts.map((chart) => [chart, 0]))

          const writing = async () => {
            let at = 0
            for (const { chart, player, hundredths } of changes) {
              const result = { player: playerNumber(player), hundredths, at: ++at * 1000 }
              await boards.change(chartOf(chart), [result])
              committed.set(chartOf(chart), boards.versionOf(chartOf(chart)))
            }
          }
          const mirroring = async () => {
            const ground = { database: boards.database, redis, prefix }
            let mirror = await beginMirror(ground, boards.generation)
            let old: BoardMirror = mirror
            for (const step of keeping) {
              const who = step === 'by the old one' ? old : mirror
              try {
                if (step === 'begin') {
                  old = mirror
                  mirror = await beginMirror(ground, boards.generation)
                } else if (step === 'fill') await who.fillRequested()
                else await who.follow()
              } catch (error) {
                if (error instanceof MirrorLostError && who !== mirror) continue
                // As the follower does after any error.
                mirror = await beginMirror(ground, boards.generation)
              }
            }
            return mirror
          }
          const reading = async () => {
            for (let i = 0; open; i++) await check(chartOf(i % 2))
          }
          const check = async (chart: string) => {
            const least = committed.get(chart) ?? 0
            const { generation, systems } = boards
            const near = { player: playerNumber(3), others: [1, 5].map(playerNumber), reach: 1 }
            const question = { chart, systems, from: 0, limit: 10, near }
            const answer = await generation.db
              .transaction()
              .setIsolationLevel('repeatable read')
              .setAccessMode('read only')
              .execute((db) => rankings.read({ ...generation, db }, question))
            expect(answer.version).toBeGreaterThanOrEqual(least)
            const entries = answer.version === 0 ? [] : boards.entriesAt(chart, answer.version)
            expect(answer.total).toBe(entries.length)
            const place = entries.findIndex(({ player }) => player === near.player)
            for (const part of answer.boards) {
              expect(part.page).toEqual(entries)
              expect(part.self).toEqual(entries[place] ?? null)
              expect(part.around).toEqual(place < 0 ? [] : entries.slice(Math.max(0, place - 1), place + 2))
              for (const other of part.others) expect(entries).toContainEqual(other)
            }
          }
          const failing = async () => {
            for (const kind of luck) {
              await check(chartOf(0))
              if (kind === 'flush') await redis.flushall()
              if (kind === 'lose scripts') await redis.script('FLUSH')
              const key = kind === 'lose a key' ? await redis.randomkey() : null
              if (key) await redis.del(key)
            }
          }

          const readers = Promise.all([reading(), reading()])
          const [mirror] = await Promise.all([mirroring(), writing(), failing()]).finally(() => {
            open = false
          })
          await readers
          // When everything has come to rest, Redis answers.
          const before = counted.Redis
          for (const chart of charts) await check(chart)
          await mirror.follow().catch(() => {})
          await mirror.fillRequested().catch(() => {})
          for (const chart of charts) await check(chart)
          await mirror.end()
          return luck.length > 0 || boards.versionOf(chartOf(0)) === 0 || counted.Redis > before
        },
      ),
      { numRuns: 25, endOnFailure: true },
    )
    expect(counted.Redis).toBeGreaterThan(50)
    expect(counted.Postgres).toBeGreaterThan(50)
  }, 180_000)
})
