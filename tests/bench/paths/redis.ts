import { randomUUID } from 'node:crypto'
import { bucketOf, rankKey } from '@stepledger/projections/boards/rank-key.ts'
import { boardKeys, requestedKey } from '@stepledger/projections/boards/redis-layout.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { closeRedis, connectRedis, redisAnswers } from '@stepledger/services/platform/redis/ioredis.ts'
import { beginMirror } from '@stepledger/services/projector/boards-in-redis.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { postgresRankings, type Rankings } from '@stepledger/services/query/rankings.ts'
import { redisRankings } from '@stepledger/services/query/redis-rankings.ts'
import { openReadModels } from '@stepledger/services/read-models.ts'
import { redisForTests } from '../../../scripts/services.ts'
import { writeBoard, writeBoards } from '../../generators/board.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { crowdIds } from '../setup/crowd.ts'
import { openBenchEngine } from '../setup/open-engine.ts'

const chart = '0123456789abcdef'
const looks = 500
/** Players who improve at once, as in a large batch. */
const changedAtOnce = 200

/** Boards in Redis compared with Postgres: random pages and ranks, sequentially; and the cost of mirroring per row. */
export async function measureRedis({ players, rounds }: Flags, cleanup: Cleanup): Promise<Row[]> {
  const { engine, log } = await openBenchEngine(cleanup)
  const { database } = engine
  await (await runProjector(engine, log)).stop()
  const live = await readLiveGeneration(database)
  if (!live) throw new Error('no generation is live')
  const generation = readable(live, openReadModels(database.pool))
  const ids = crowdIds(players)
  const systems = generation.rules.systems.map(({ id }) => id)
  const entries = ids.map((player, i) => ({ player, hundredths: (i * 7919) % 10_000 }))
  await writeBoard(database.pool, generation.schema, { chart, systems, entries, firstPlay: 1 })
  await database.pool.query('vacuum analyze')

  const { url, prefix, stop } = await redisForTests()
  cleanup.add(stop)
  const redis = connectRedis({ url, log, name: 'bench' })
  cleanup.add(() => closeRedis(redis))
  await redisAnswers(redis, 2_000)
  let byRedis = 0
  const reader = redisRankings({ url, log, onRead: (by) => (byRedis += by === 'Redis' ? 1 : 0) })
  cleanup.add(() => reader.close())
  await reader.ready()

  let improved = 0
  /** A batch of improvements, ms. Leaves the buckets unchanged; nothing here reads them. */
  const write = async () => {
    const at = Date.UTC(2026, 5, 1) + improved
    const set = ids.slice(0, changedAtOnce).flatMap((player) =>
      systems.map((system) => ({
        chart,
        system,
        player,
        key: rankKey(5000 + (improved % 4000), at),
        play_id: 1_000_000 + improved++,
        played_at: at,
        grade: 'A' as const,
      })),
    )
    const bucket = { chart, system: systems[0] ?? 0, bucket: bucketOf(0), players: 0 }
    return timed(() =>
      database.transaction(
        (tx) =>
          writeBoards({ ...generation, tx }, [chart], { set, remove: [], buckets: [bucket], players: [] }),
        { durable: false },
      ),
    )
  }
  const rows = changedAtOnce * systems.length
  const unfollowed = await interleaved(rounds, write, null)
  const mirror = await beginMirror({ database, redis, prefix }, generation)
  cleanup.add(() => mirror.end())
  await redis.sadd(requestedKey(mirror.name), chart)
  await mirror.fillRequested()
  const [, sorted = ''] = boardKeys(mirror.name, chart, systems)

  const queued: number[] = []
  const following = await interleaved(
    rounds,
    async () => {
      queued.push(await write())
      return timed(() => mirror.follow())
    },
    async () => {
      const pipeline = redis.pipeline()
      for (let i = 0; i < rows; i++) pipeline.zadd(`${prefix}:floor`, i, ids[i % ids.length] ?? randomUUID())
      return timed(() => pipeline.exec())
    },
  )
  const somewhere = (i: number) => (i * 7919) % players
  const page = (rankings: Rankings) => () =>
    each(looks, (i) => rankings.read(generation, { chart, systems, from: somewhere(i), limit: 25 }))
  const rank = (rankings: Rankings) => () =>
    each(looks, (i) => {
      const near = { player: ids[somewhere(i)] ?? '', others: [], reach: 1 }
      return rankings.read(generation, { chart, systems, from: 0, limit: 0, near })
    })
  const bare = () =>
    each(looks, (i) => redis.zrevrange(sorted, somewhere(i), somewhere(i) + 24, 'WITHSCORES'))
  const pageRedis = await interleaved(rounds, page(reader), bare)
  const pagePostgres = await interleaved(rounds, page(postgresRankings), bare)
  const rankRedis = await interleaved(rounds, rank(reader), bare)
  const rankPostgres = await interleaved(rounds, rank(postgresRankings), bare)
  if (byRedis < 2 * looks * rounds) throw new Error('Redis did not answer')

  const perRow = (ms: number) => (ms * 1000) / rows
  const written = { ours: queued.slice(1), floor: unfollowed.ours }
  const text = { path: 'redis', unit: 'µs', floorIs: 'ZREVRANGE of 25, one board' } as const
  const us = (ms: number) => (ms * 1000) / looks
  return [
    rowOf({ ...text, what: `page of ${systems.length} boards, Redis` }, pageRedis, us),
    rowOf({ ...text, what: 'the same, Postgres' }, pagePostgres, us),
    rowOf({ ...text, what: 'rank and neighbours, Redis' }, rankRedis, us),
    rowOf({ ...text, what: 'the same, Postgres' }, rankPostgres, us),
    rowOf({ ...text, what: 'following, a row', floorIs: 'ZADD in a pipeline' }, following, perRow),
    rowOf({ ...text, what: 'writing boards with the queue, a row', floorIs: 'without' }, written, perRow),
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function each(count: number, work: (i: number) => Promise<unknown>): Promise<number> {
  return timed(async () => {
    for (let i = 0; i < count; i++) await work(i)
  })
}
