import { grade } from '@stepledger/contracts/rules/grade.ts'
import { hundredthsOf } from '@stepledger/projections/boards/rank-key.ts'
import type { BoardEntry } from '@stepledger/projections/boards/reads.ts'
import type { BestRow } from '@stepledger/projections/boards/tables.ts'
import { z } from 'zod'

/**
 * How boards lie in Redis. Of each chart a hash with `version` and `players`, and for each system a sorted set (player
 * id by rank key, whose 53 bits a double holds exactly; of equal keys Redis orders by the id, bytewise) and a hash with
 * what else a row shows. All keys begin with the name of the mirror, in braces, so that they lie on one node of a
 * cluster and a mirror that nobody keeps any more can be found and dropped.
 */
export function boardKeys(mirror: string, chart: string, systems: readonly number[]): string[] {
  const board = `{${mirror}}:${chart}`
  return [
    `${board}:about`,
    ...systems.flatMap((system) => [`${board}:${system}:keys`, `${board}:${system}:rows`]),
  ]
}

/** The set of charts that somebody asked for in vain. */
export function wantedKey(mirror: string): string {
  return `{${mirror}}:wanted`
}

/** What a row of a board shows beside player and key. */
export function rowText({
  play_id,
  played_at,
  grade,
}: Pick<BestRow, 'play_id' | 'played_at' | 'grade'>): string {
  return `${play_id} ${played_at} ${grade}`
}

const row = z.tuple([z.coerce.number<string>().int(), z.coerce.number<string>().int(), grade])

/** Throws when Redis holds something else. */
export function entryFrom(player: string, key: string, text: string, rank: number): BoardEntry {
  const [playId, playedAt, grade] = row.parse(text.split(' '))
  return { rank, hundredths: hundredthsOf(Number(key)), grade, player, playId, playedAt }
}
