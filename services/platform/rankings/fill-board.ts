import { grade } from '@stepledger/contracts/rules/grade.ts'
import { z } from 'zod'
import { boardKeys, rowText } from './board-keys.ts'
import type { Mirroring } from './board-mirror.ts'
import { placeBoard } from './board-scripts.ts'
import { timeToLive } from './move-boards.ts'

/** Rows that are on their way at once, and how long a board may take to be filled, ms. */
const chunk = 5_000
const fillWithin = 600_000

const boards = z.array(z.object({ version: z.int(), players: z.int() })).max(1)
const rows = z.array(
  z.object({
    system: z.int(),
    player: z.string(),
    key: z.int(),
    play_id: z.int(),
    played_at: z.int(),
    grade,
  }),
)

/**
 * Puts the boards of a chart into Redis as they are now, unless Redis has them so. They are filled under other keys first and put in place in
 * one step, so that nobody reads half a board.
 */
export async function fillBoard(mirror: Mirroring, chart: string): Promise<void> {
  const { generation, name, redis } = mirror
  const systems = generation.rules.systems.map(({ id }) => id)
  const keys = boardKeys(name, chart, systems)
  const fresh = keys.map((key) => `${key}:fresh`)
  const known = Number((await redis.hget(keys[0] ?? '', 'version')) ?? -1)

  const board = await mirror.keeping(async (tx) => {
    const found = await tx.query(
      `select version, players from ${generation.schema}.boards where chart = $1`,
      [chart],
    )
    const [now] = boards.parse(found.rows)
    if (!now || now.version <= known) return null
    await redis.unlink(...fresh)
    await tx.query(
      `declare board cursor for
       select system, player, key, play_id, played_at, grade from ${generation.schema}.best where chart = '${checked(chart)}'`,
    )
    for (;;) {
      const read = rows.parse((await tx.query(`fetch ${chunk} from board`)).rows)
      await put(mirror, systems, fresh, read)
      if (read.length < chunk) return now
    }
  })
  if (!board) return
  const { version, players } = board
  await redis.evalsha(placeBoard.hash, 2 * keys.length, ...keys, ...fresh, version, players, timeToLive)
}

async function put(
  { redis }: Mirroring,
  systems: readonly number[],
  fresh: readonly string[],
  read: z.infer<typeof rows>,
): Promise<void> {
  const pipeline = redis.pipeline()
  for (const [i, system] of systems.entries()) {
    const own = read.filter((row) => row.system === system)
    const [keys = '', texts = ''] = fresh.slice(1 + 2 * i)
    if (own.length === 0) continue
    pipeline.zadd(keys, ...own.flatMap(({ key, player }) => [key, player]))
    pipeline.hset(texts, ...own.flatMap((row) => [row.player, rowText(row)]))
    pipeline.pexpire(keys, fillWithin).pexpire(texts, fillWithin)
  }
  for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error
}

/** A cursor takes no parameters. Hashes of charts are hex digits; whoever asks for something else asked for no chart of ours. */
function checked(chart: string): string {
  if (!/^[\w-]{1,100}$/.test(chart)) throw new RangeError('the hash of a chart has letters and digits alone')
  return chart
}
