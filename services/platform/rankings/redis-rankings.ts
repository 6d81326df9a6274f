import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { selectBoardVersion } from '@stepledger/projections/boards/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Log } from '../log/log.ts'
import { connectReader, type RedisReader } from '../redis/node-redis.ts'
import { boardKeys, entryFrom, requestedKey } from './board-keys.ts'
import { readBoard } from './board-scripts.ts'
import { readBoards } from './postgres-rankings.ts'
import { type BoardAnswer, type BoardQuery, emptyBoard, type Rankings } from './rankings.ts'

interface RedisRankingsOptions {
  readonly url: string
  readonly log: Log
  /** Called for every read with its source, Redis or Postgres, and the reason. */
  readonly onRead?: (by: 'Redis' | 'Postgres', why: ReadReason) => void
}

/**
 * - current: cache hit, at the version of Postgres or later
 * - unfollowed: no mirror is active
 * - behind: cache miss: the board is of an earlier version, or missing or incomplete, and its fill was requested
 * - away: Redis did not respond
 * - broken: Redis returned invalid data
 */
export type ReadReason = 'current' | 'unfollowed' | 'behind' | 'away' | 'broken'

export interface RedisRankings extends Rankings {
  /** Resolves once Redis responds, or after 2 s. */
  ready(): Promise<void>
}

/**
 * Reads boards from the mirror in Redis, which mirrorBoards maintains. The current version is read from Postgres first;
 * Redis is used only if it has that version or a later one, checked atomically with the read. Otherwise falls back to
 * Postgres, and requests a fill of a board that is not in Redis.
 */
export function redisRankings({ url, log, onRead = () => {} }: RedisRankingsOptions): RedisRankings {
  const reader = connectReader({ url, log, name: 'rankings' })
  return {
    engine: 'Redis',
    ready: () => reader.ready(2_000),
    async read(generation, query) {
      const board = await boardNow(generation, query.chart)
      if (!board) return emptyBoard(query)
      const found =
        board.mirror === null
          ? 'unfollowed'
          : await readMirror(reader, board.mirror, board.version, query, log)
      if (typeof found === 'string') {
        onRead('Postgres', found)
        return readBoards(generation, query, board)
      }
      onRead('Redis', 'current')
      return found
    },
    close: async () => reader.close(),
  }
}

interface BoardNow {
  readonly version: number
  readonly players: number
  /** The name of the active mirror of this generation in Redis, or null. */
  readonly mirror: string | null
}

/** The chart's boards now, or in this snapshot. */
async function boardNow(generation: GenerationDb, chart: string): Promise<BoardNow | undefined> {
  return selectBoardVersion(generation, chart)
    .select(
      sql<string | null>`(select name from projector.board_mirrors where generation = ${generation.id})`.as(
        'mirror',
      ),
    )
    .executeTakeFirst()
}

const entry = z.tuple([z.int(), z.string(), z.string(), z.string()])
const part = z.tuple([z.array(entry), z.array(entry), z.array(entry), z.array(entry)])
const reply = z.tuple([z.int(), z.int()]).rest(part)

async function readMirror(
  reader: RedisReader,
  mirror: string,
  version: number,
  query: BoardQuery,
  log: Log,
): Promise<BoardAnswer | 'away' | 'behind' | 'broken'> {
  const { chart, systems, from, limit, near } = query
  const args = [chart, version, from, limit, near?.reach ?? 0, near?.player ?? '', ...(near?.others ?? [])]
  const keys = [...boardKeys(mirror, chart, systems), requestedKey(mirror)]
  const replied = await reader.run(readBoard, keys, args.map(String))
  if (replied === undefined) return 'away'
  if (replied === null) return 'behind'
  try {
    return answerOf(query, reply.parse(replied))
  } catch (error) {
    log.error(`Redis returned an invalid board: ${errorMessage(error)}`)
    return 'broken'
  }
}

function answerOf({ systems }: BoardQuery, [version, total, ...parts]: z.infer<typeof reply>): BoardAnswer {
  const entries = (rows: readonly z.infer<typeof entry>[]) =>
    rows.map(([rank, player, key, row]) => entryFrom(player, key, row, rank))
  const boards = systems.map((system, i) => {
    const [page, self, around, others] = parts[i] ?? [[], [], [], []]
    return {
      system,
      page: entries(page),
      self: entries(self)[0] ?? null,
      around: entries(around),
      others: entries(others).sort((a, b) => a.rank - b.rank),
    }
  })
  return { version, total, boards }
}
