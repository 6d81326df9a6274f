import { currentBoards } from '@stepledger/projections/boards/changed-boards.ts'
import { type BoardRows, wholeBoard } from '@stepledger/projections/boards/whole-board.ts'
import { boardKeys, rowText } from './board-keys.ts'
import { placeBoard } from './board-scripts.ts'
import type { Mirroring } from './mirroring.ts'
import { timeToLive } from './move-boards.ts'

/** Rows per batch, and timeout for filling a board, ms. */
const chunk = 5_000
const fillWithin = 600_000

/**
 * Fills the boards of a chart in Redis with their current state, unless they are current. Written to temporary keys and
 * renamed atomically, so that no read sees an incomplete board.
 */
export async function fillBoard(mirror: Mirroring, chart: string): Promise<void> {
  const { generation, name, redis } = mirror
  const systems = generation.rules.systems.map(({ id }) => id)
  const keys = boardKeys(name, chart, systems)
  const temporary = keys.map((key) => `${key}:fresh`)
  const known = Number((await redis.hget(keys[0] ?? '', 'version')) ?? -1)

  const board = await mirror.inOwnedTransaction(async (tx) => {
    const read = { ...generation, tx }
    const [now] = await currentBoards(read, [chart])
    if (!now || now.version <= known) return null
    await redis.unlink(...temporary)
    for await (const page of wholeBoard(read, chart, chunk)) await put(mirror, systems, temporary, page)
    return now
  })
  if (!board) return
  const { version, players } = board
  await redis.evalsha(placeBoard.hash, 2 * keys.length, ...keys, ...temporary, version, players, timeToLive)
}

async function put(
  { redis }: Mirroring,
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
  for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error
}
