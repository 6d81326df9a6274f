import { errorMessage } from '@stepledger/contracts/error-message.ts'
import {
  type BoardAnswer,
  type BoardQuery,
  emptyBoard,
  readBoards,
  selectBoardVersion,
} from '@stepledger/projections/boards/reads.ts'
import {
  boardKeys,
  entryFrom,
  requestedKey,
  wholeInLua,
} from '@stepledger/projections/boards/redis-layout.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Log } from '../platform/log/log.ts'
import { connectReader, type RedisReader } from '../platform/redis/redis-reader.ts'
import { script } from '../platform/redis/script.ts'
import type { Rankings, ReadReason } from './rankings.ts'

interface RedisRankingsOptions {
  readonly url: string
  readonly log: Log
  /** Called for every read with its source, Redis or Postgres, and the reason. */
  readonly onRead?: (by: 'Redis' | 'Postgres', why: ReadReason) => void
}

export interface RedisRankings extends Rankings {
  /** Resolves once Redis responds, or after 2 s. */
  ready(): Promise<void>
}

/**
 * Reads boards from the mirror in Redis, which the projector maintains (boards-in-redis.ts). The current version is read from Postgres first;
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
    close: () => reader.close(),
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

/**
 * Reads a board. KEYS: those of boardKeys, and the set of requested charts. ARGV: chart, minimum version, from, limit, reach, player or
 * '', others. Returns version and players, then for each system: page, self, around, others; each a list of [rank,
 * player, key, row]. Returns nothing if there is no complete board of that version, and adds the chart to the set if there
 * is none at all: one of an earlier version is about to be moved.
 */
export const readBoard = script(`
local size = #KEYS - 1
${wholeInLua}
local version = tonumber(redis.call('HGET', KEYS[1], 'version') or -1)
local players = tonumber(redis.call('HGET', KEYS[1], 'players') or -1)
local broken = version >= 0 and not whole(players)
if broken then redis.call('UNLINK', unpack(KEYS, 1, size)) end
if broken or version < 0 then redis.call('SADD', KEYS[#KEYS], ARGV[1]) end
if broken or version < tonumber(ARGV[2]) then return false end
local from, limit, reach, player = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6]
local function range(i, first, last)
  local found = {}
  if last < first then return found end
  local flat = redis.call('ZREVRANGE', KEYS[i], first, last, 'WITHSCORES')
  if #flat == 0 then return found end
  local ids = {}
  for n = 1, #flat, 2 do ids[#ids + 1] = flat[n] end
  local rows = redis.call('HMGET', KEYS[i + 1], unpack(ids))
  for n, id in ipairs(ids) do found[n] = {first + n, id, flat[2 * n], rows[n]} end
  return found
end
local function ranked(i, one)
  local rank = redis.call('ZREVRANK', KEYS[i], one)
  if not rank then return nil end
  return range(i, rank, rank)[1], rank
end
local answer = {version, players}
for i = 2, size, 2 do
  local self, around, others = {}, {}, {}
  if player ~= '' then
    local own, rank = ranked(i, player)
    if own then
      self = {own}
      around = range(i, math.max(0, rank - reach), rank + reach)
    end
    for n = 7, #ARGV do others[#others + 1] = ranked(i, ARGV[n]) end
  end
  answer[#answer + 1] = {range(i, from, from + limit - 1), self, around, others}
end
return answer`)

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
