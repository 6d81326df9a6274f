import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { groupBy } from '@stepledger/contracts/group-by.ts'
import {
  attachChangeQueue,
  type BoardRows,
  type ChangedBest,
  changedBests,
  currentBoards,
  detachChangeQueue,
  hasQueuedChanges,
  type QueuedChange,
  takeQueuedChanges,
  wholeBoard,
} from '@stepledger/projections/boards/boards-for-redis.ts'
import { boardKeys, requestedKey, rowText, wholeInLua } from '@stepledger/projections/boards/redis-layout.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { readLiveGeneration, schemaOf } from '@stepledger/projections/generations/live-generation.ts'
import type pg from 'pg'
import { z } from 'zod'
import { startBackgroundWorker } from '../platform/background/background-worker.ts'
import { advisoryLocks } from '../platform/database/advisory-locks.ts'
import type { Database } from '../platform/database/database.ts'
import { campaignForLeadership } from '../platform/database/leader.ts'
import type { Engine } from '../platform/engine.ts'
import type { Log } from '../platform/log/log.ts'
import type { ChainableCommander, Redis } from '../platform/redis/ioredis.ts'
import { script } from '../platform/redis/script.ts'

/**
 * Interval between transfers of changes under load, because their cost is mostly fixed, ms. Until then a changed board is
 * read from Postgres.
 */
const transferMs = 100
/** Poll interval of requested boards, and of changes and switches without a notice, ms. */
const pollMs = 1_000

/**
 * Mirrors the boards of the live generation to Redis, if configured: applies commits of Postgres, fills requested boards,
 * drops other generations. Only one process is active. After an error of Redis or Postgres it starts a new mirror; until
 * then reads fall back to Postgres. Without Redis it removes the change queue of an earlier mirror.
 */
export async function mirrorBoards(
  { database, push, redis: settings }: Pick<Engine, 'database' | 'push' | 'redis'>,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  if (settings === null) {
    await database.retrying(() => database.transaction(async (tx) => detach(tx)))
    return { stop: async () => {} }
  }
  const { closeRedis, connectRedis } = await import('../platform/redis/ioredis.ts')
  const { url, prefix } = settings
  const redis = connectRedis({ url, log, name: 'boards' })
  let hasChanges = true
  let mayHaveSwitched = true
  let mirror: BoardMirror | null = null
  const lock = advisoryLocks.boards
  const leader = await campaignForLeadership({ database, lock, log, onChange: () => {} })

  async function endMirror(): Promise<void> {
    const old = mirror
    mirror = null
    await old?.end()
  }

  async function currentMirror(): Promise<BoardMirror | null> {
    if (!leader.leads() || redis.status !== 'ready') {
      await endMirror()
      return null
    }
    if (mirror && !mayHaveSwitched) return mirror
    mayHaveSwitched = false
    const live = await readLiveGeneration(database)
    if (mirror?.generation.id === live?.id) return mirror
    mirror = live && (await beginMirror({ database, redis, prefix }, live))
    if (mirror) await dropOtherMirrors(redis, prefix, mirror.name)
    return mirror
  }

  async function step(signal: AbortSignal): Promise<boolean> {
    const startedAt = performance.now()
    const mirror = await currentMirror()
    if (!mirror) return false
    const hadChanges = hasChanges
    hasChanges = false
    const followed = hadChanges ? await mirror.follow() : 0
    const filled = await mirror.fillRequested()
    if (followed > 0) {
      hasChanges = true
      await sleep(startedAt + transferMs - performance.now(), undefined, { signal }).catch(() => {})
    }
    return followed + filled > 0
  }

  let polledAt = performance.now()

  async function work(signal: AbortSignal): Promise<number> {
    if (performance.now() - polledAt >= pollMs) {
      polledAt = performance.now()
      hasChanges = true
      mayHaveSwitched = true
    }
    try {
      return (await step(signal)) ? 0 : pollMs
    } catch (error) {
      await endMirror().catch(() => {})
      mayHaveSwitched = true
      throw error
    }
  }

  const about = 'restarting the mirror of boards in Redis'
  const worker = await startBackgroundWorker({ database, log, works: [{ about, work }] })
  const wake = () => {
    hasChanges = true
    worker.wake()
  }
  const unsubscribe = push.subscribe((notice) => {
    if (notice.kind === 'switched') mayHaveSwitched = true
    if (notice.kind === 'folded' || notice.kind === 'switched') wake()
  }, wake)
  return {
    async stop() {
      unsubscribe()
      await worker.stop()
      await endMirror().catch(() => {})
      await leader.stop()
      await closeRedis(redis)
    },
  }
}

/** A mirror of one generation's boards in Redis, under a unique name. */
export interface BoardMirror {
  readonly generation: Generation
  readonly name: string
  /** Updates the boards in Redis to the state of Postgres. Returns the number of changed boards. */
  follow(): Promise<number>
  /** Fills requested boards that are missing or stale. Returns the number of requested boards. */
  fillRequested(): Promise<number>
  /** Ends the mirror and deletes its data in Postgres. */
  end(): Promise<void>
}

/** Another process has taken over the mirror of this generation. */
export class MirrorLostError extends Error {
  override readonly name = 'MirrorLostError'
}

/** What the steps of a mirror share. */
interface Mirroring extends Pick<BoardMirror, 'generation' | 'name'> {
  readonly redis: Redis
  readonly inOwnedTransaction: <T>(work: (tx: pg.PoolClient) => Promise<T>) => Promise<T>
}

/** Maximum number of boards filled before changes are processed again. */
const fillsAtOnce = 16

/**
 * Starts a mirror of the boards in Redis and takes over from the previous one. A new name invalidates all earlier data,
 * so lost writes of Redis or Postgres after a restart, failover or restore cannot cause stale boards. Boards are filled
 * on demand.
 *
 * Redis never contains data that Postgres could lose: read models are committed asynchronously, so data read from them
 * is written to Redis only after a later durable commit.
 */
export async function beginMirror(
  { database, redis, prefix }: { database: Database; redis: Redis; prefix: string },
  generation: Generation,
): Promise<BoardMirror> {
  const name = `${prefix}:g${generation.id}-${randomBytes(6).toString('hex')}`
  await redis.script('LOAD', moveBoard.text)
  await redis.script('LOAD', placeBoard.text)
  await database.transaction(async (tx) => {
    await tx.query("set local lock_timeout = '5s'; set local client_min_messages = warning")
    await detach(tx, generation.id)
    await tx.query(attachChangeQueue(generation.schema))
    await tx.query('insert into projector.board_mirrors (generation, name) values ($1, $2)', [
      generation.id,
      name,
    ])
  })

  /** A durable transaction that checks that this process still owns the mirror. Throws MirrorLostError. */
  const inOwnedTransaction = <T>(work: (tx: pg.PoolClient) => Promise<T>): Promise<T> =>
    database.transaction(
      async (tx) => {
        const { rowCount } = await tx.query(
          'update projector.board_mirrors set moves = moves + 1 where generation = $1 and name = $2',
          [generation.id, name],
        )
        if (rowCount !== 1) throw new MirrorLostError(`${name} was taken over by another process`)
        return work(tx)
      },
      { isolation: 'repeatable read' },
    )

  const mirror = { generation, name, redis, inOwnedTransaction }
  return {
    generation,
    name,
    follow: async () => ((await hasQueuedChanges(database.pool, generation.schema)) ? moveBoards(mirror) : 0),
    async fillRequested() {
      const charts = await redis.spop(requestedKey(name), fillsAtOnce)
      for (const chart of charts) await fillBoard(mirror, chart)
      return charts.length
    },
    end: () =>
      database.transaction(async (tx) => {
        await tx.query("set local lock_timeout = '5s'; set local client_min_messages = warning")
        const own = 'select from projector.board_mirrors where name = $1 for update'
        if ((await tx.query(own, [name])).rows.length > 0) await detach(tx)
      }),
  }
}

const generations = z.array(z.object({ generation: z.int(), there: z.boolean() }))

/** Removes what mirrors have left in Postgres. */
async function detach(tx: pg.PoolClient, alsoOf = 0): Promise<void> {
  // A fold locks its checkpoint before any board; locking all checkpoints first avoids deadlocks with folds.
  await tx.query(
    `select from projector.checkpoints
     where generation = $1 or generation in (select generation from projector.board_mirrors)
     order by generation, partition for update`,
    [alsoOf],
  )
  const { rows } = await tx.query(`
    delete from projector.board_mirrors
    returning generation, to_regnamespace('g' || generation) is not null as there`)
  for (const { generation, there } of generations.parse(rows)) {
    if (there && generation !== alsoOf) await tx.query(detachChangeQueue(schemaOf(generation)))
  }
}

/** Deletes the data of other mirrors under this prefix. Scans all keys of Redis. */
async function dropOtherMirrors(redis: Redis, prefix: string, name: string): Promise<void> {
  const pattern = `{${prefix.replace(/[*?[\]\\]/g, '\\$&')}:g*`
  let cursor = '0'
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', 1_000)
    const left = keys.filter((key) => !key.startsWith(`{${name}}:`))
    if (left.length > 0) await redis.unlink(...left)
    cursor = next
  } while (cursor !== '0')
}

/**
 * Maximum number of charts per batch, and of changes of one chart beyond which its board is dropped and refilled on
 * demand.
 */
const maxCharts = 200
const maxPlayers = 2_000

/** TTL of an unchanged board in Redis, ms. */
const timeToLive = 24 * 3600 * 1000

/** Dequeues changes and applies them to the boards in Redis. Returns the number of changed charts. */
async function moveBoards(mirror: Mirroring): Promise<number> {
  const moves = await mirror.inOwnedTransaction((tx) => takeMoves(tx, mirror))
  const pipeline = mirror.redis.pipeline()
  for (const move of moves) queueMove(pipeline, mirror, move)
  await execute(pipeline)
  return moves.length
}

interface Move {
  readonly chart: string
  /** The range of versions covered by the changes. */
  readonly first: number
  readonly last: number
  readonly players: number
  readonly changed: readonly ChangedBest[]
}

/** Reads in one snapshot: all changes of some charts, their current boards, and the rows of changed players. */
async function takeMoves(tx: pg.PoolClient, { generation }: Mirroring): Promise<Move[]> {
  const read = { ...generation, tx }
  const changes = groupBy(await takeQueuedChanges(read, maxCharts), ({ chart }) => chart)
  const now = await currentBoards(read, [...changes.keys()])
  const pairs = [...changes].flatMap(([chart, rows]) => {
    const players = changedPlayers(rows)
    return players.size > maxPlayers ? [] : [...players].map((player) => ({ chart, player }))
  })
  const rowsOf = groupBy(await changedBests(read, pairs), ({ chart }) => chart)
  return now.map(({ chart, version, players }) => ({
    chart,
    first: firstOf(changes.get(chart) ?? []),
    last: version,
    players,
    changed: rowsOf.get(chart) ?? [],
  }))
}

function changedPlayers(changes: readonly QueuedChange[]): Set<string> {
  return new Set(changes.flatMap(({ player }) => player ?? []))
}

/** Returns a version beyond all others, so that the board is dropped, for too many or unversioned changes. */
function firstOf(changes: readonly QueuedChange[]): number {
  if (changedPlayers(changes).size > maxPlayers) return Number.MAX_SAFE_INTEGER
  return Math.min(...changes.flatMap(({ version }) => version ?? []), Number.MAX_SAFE_INTEGER)
}

function queueMove(pipeline: ChainableCommander, { generation, name }: Mirroring, move: Move): void {
  const { chart, first, last, players } = move
  const systems = systemsOf(generation)
  const args = changesOf(systems, move.changed)
  const keys = boardKeys(name, chart, systems)
  pipeline.evalsha(moveBoard.hash, keys.length, ...keys, first, last, players, timeToLive, ...args.flat())
  if (first === Number.MAX_SAFE_INTEGER) pipeline.sadd(requestedKey(name), chart)
}

type Change = [system: number, player: string, key: string, row: string]

/** Returns for each changed player a change in every system: the current row, or its removal. */
function changesOf(systems: readonly number[], rows: readonly ChangedBest[]): Change[] {
  const byPlayer = groupBy(rows, ({ player }) => player)
  return [...byPlayer].flatMap(([player, bests]) =>
    systems.map((system, i): Change => {
      const best = bests.find((row) => row.system === system)
      if (!best || best.key === null || best.play_id === null || best.played_at === null || !best.grade)
        return [i, player, '', '']
      const { key, play_id, played_at, grade } = best
      return [i, player, String(key), rowText({ play_id, played_at, grade })]
    }),
  )
}

/**
 * Updates an existing board to a later version. KEYS: those of boardKeys. ARGV: first and last version of the changes,
 * players, TTL in ms, then for each change: index of the system, player, key or '' for a removed player, row. A missing
 * board is not created, and one that lacks earlier changes is deleted. Returns whether a board was updated.
 */
const moveBoard = script(`
local size = #KEYS
${wholeInLua}
local version = tonumber(redis.call('HGET', KEYS[1], 'version') or -1)
if version < 0 or version >= tonumber(ARGV[2]) then return 0 end
if version < tonumber(ARGV[1]) - 1 then
  redis.call('UNLINK', unpack(KEYS))
  return 0
end
for n = 5, #ARGV, 4 do
  local i = 2 + 2 * tonumber(ARGV[n])
  if ARGV[n + 2] == '' then
    redis.call('ZREM', KEYS[i], ARGV[n + 1])
    redis.call('HDEL', KEYS[i + 1], ARGV[n + 1])
  else
    redis.call('ZADD', KEYS[i], ARGV[n + 2], ARGV[n + 1])
    redis.call('HSET', KEYS[i + 1], ARGV[n + 1], ARGV[n + 3])
  end
end
if not whole(tonumber(ARGV[3])) then
  redis.call('UNLINK', unpack(KEYS))
  return 0
end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'players', ARGV[3])
for i = 1, size do redis.call('PEXPIRE', KEYS[i], ARGV[4]) end
return 1`)

/** Rows per batch, and timeout for filling a board, ms. */
const chunk = 5_000
const fillWithin = 600_000

/**
 * Fills the boards of a chart in Redis with their current state, unless they are current. Written to temporary keys and
 * renamed atomically, so that no read sees an incomplete board.
 */
async function fillBoard(mirror: Mirroring, chart: string): Promise<void> {
  const { generation, name, redis } = mirror
  const systems = systemsOf(generation)
  const keys = boardKeys(name, chart, systems)
  const temporary = keys.map((key) => `${key}:fresh`)
  const known = Number((await redis.hget(keys[0] ?? '', 'version')) ?? -1)

  const board = await mirror.inOwnedTransaction(async (tx) => {
    const read = { ...generation, tx }
    const [now] = await currentBoards(read, [chart])
    if (!now || now.version <= known) return null
    await redis.unlink(...temporary)
    for await (const page of wholeBoard(read, chart, chunk)) await put(redis, systems, temporary, page)
    return now
  })
  if (!board) return
  const { version, players } = board
  await redis.evalsha(placeBoard.hash, 2 * keys.length, ...keys, ...temporary, version, players, timeToLive)
}

async function put(
  redis: Redis,
  systems: readonly number[],
  temporary: readonly string[],
  read: BoardRows,
): Promise<void> {
  const pipeline = redis.pipeline()
  for (const [i, system] of systems.entries()) {
    const own = read.filter((row) => row.system === system)
    const [keys = '', texts = ''] = temporary.slice(1 + 2 * i)
    if (own.length === 0) continue
    pipeline.zadd(keys, ...own.flatMap(({ key, player }) => [key, player]))
    pipeline.hset(texts, ...own.flatMap((row) => [row.player, rowText(row)]))
    pipeline.pexpire(keys, fillWithin).pexpire(texts, fillWithin)
  }
  await execute(pipeline)
}

/**
 * Renames a board filled under temporary keys to its final keys. KEYS: those of boardKeys, then the temporary ones. ARGV:
 * version, players, TTL in ms. Returns whether it was renamed.
 */
const placeBoard = script(`
local size = #KEYS / 2
${wholeInLua}
for i = 2, size do
  redis.call('UNLINK', KEYS[i])
  if redis.call('EXISTS', KEYS[size + i]) == 1 then redis.call('RENAME', KEYS[size + i], KEYS[i]) end
end
if not whole(tonumber(ARGV[2])) then
  for i = 1, size do redis.call('UNLINK', KEYS[i]) end
  return 0
end
redis.call('HSET', KEYS[1], 'version', ARGV[1], 'players', ARGV[2])
for i = 1, size do redis.call('PEXPIRE', KEYS[i], ARGV[3]) end
return 1`)

function systemsOf({ rules }: Generation): number[] {
  return rules.systems.map(({ id }) => id)
}

/** Runs the commands, and throws the first error of one. */
async function execute(pipeline: ChainableCommander): Promise<void> {
  for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error
}
