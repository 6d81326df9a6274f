import { grade } from '@stepledger/contracts/rules/grade-names.ts'
import { z } from 'zod'
import { hundredthsOf } from '../rank-key.ts'
import type { BestRow, BoardEntry } from './bests-and-boards.ts'

/**
 * Data layout of boards in Redis. Per chart a hash with `version` and `players`; per system a sorted set (player id by
 * rank key, whose 53 bits fit a double exactly; ties are ordered by id, bytewise) and a hash with the other fields of a
 * row. All keys begin with the mirror's name in braces, so that they share a cluster node and an abandoned mirror can be
 * found and dropped.
 */
export function boardKeys(mirror: string, chart: string, systems: readonly number[]): string[] {
  const board = `{${mirror}}:${chart}`
  return [
    `${board}:about`,
    ...systems.flatMap((system) => [`${board}:${system}:keys`, `${board}:${system}:rows`]),
  ]
}

/** The set of charts with a cache miss. */
export function requestedKey(mirror: string): string {
  return `{${mirror}}:wanted`
}

/**
 * Lua, for scripts whose KEYS begin with those of boardKeys, `size` in number: checks that the board is complete. Redis
 * may have evicted or expired only some of its keys.
 */
export const wholeInLua = `
local function whole(players)
  for i = 2, size, 2 do
    if redis.call('ZCARD', KEYS[i]) ~= players or redis.call('HLEN', KEYS[i + 1]) ~= players then return false end
  end
  return true
end`

/** The fields of a row other than player and key. */
export function rowText({
  play_id,
  played_at,
  grade,
}: Pick<BestRow, 'play_id' | 'played_at' | 'grade'>): string {
  return `${play_id} ${played_at} ${grade}`
}

const row = z.tuple([z.coerce.number<string>().int(), z.coerce.number<string>().int(), grade])

/** Throws if the data in Redis is invalid. */
export function entryFrom(player: string, key: string, text: string, rank: number): BoardEntry {
  const [playId, playedAt, grade] = row.parse(text.split(' '))
  return { rank, hundredths: hundredthsOf(Number(key)), grade, player, playId, playedAt }
}
