import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { rankKey } from './rank-key.ts'
import type { AttemptRow, BestRow } from './tables.ts'

/** What a player has on a chart, one entry a system. */
export type Bests = readonly BestRow[]

/** The place of a row in maps: chart, system and player. */
export function bestId(row: Pick<BestRow, 'chart' | 'system' | 'player'>): string {
  return `${row.chart} ${row.system} ${row.player}`
}

/** What one attempt is worth on each board; nothing when it does not count. */
export function bestsOfAttempt(rules: Rules, attempt: AttemptRow): Bests {
  if (!attempt.counts) return []
  return rules.systems.map((system, i) => ({
    chart: attempt.chart,
    system: system.id,
    player: attempt.player,
    key: rankKey(itemAt(attempt.hundredths, i), attempt.at),
    play_id: attempt.play_id,
    played_at: attempt.played_at,
    grade: itemAt(attempt.grades, i),
  }))
}

/** The better of two of one player: the greater key, then the smaller play id, so that no order of arrival matters. */
export function better(a: BestRow | undefined, b: BestRow): BestRow {
  if (!a) return b
  if (a.key !== b.key) return a.key > b.key ? a : b
  return a.play_id <= b.play_id ? a : b
}
