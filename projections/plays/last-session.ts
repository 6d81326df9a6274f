import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { GenerationDb } from '../read-database.ts'
import type { PlayRow } from './tables.ts'

const columns = ['id', 'chart', 'played_at', 'seconds', 'rows', 'judgments', 'statistics'] as const

type SessionRow = Pick<PlayRow, (typeof columns)[number]>

export interface SessionPlays {
  /** Latest first, at least one. */
  readonly plays: readonly SessionRow[]
  /** Whether the session has no further plays. */
  readonly whole: boolean
}

/**
 * Returns a player's latest plays without a break longer than `breakMs` between them, at most `maxPlays`: one index range.
 * Null for a player without plays.
 */
export async function lastSession(
  generation: GenerationDb,
  player: string,
  { breakMs, maxPlays }: { breakMs: number; maxPlays: number },
): Promise<SessionPlays | null> {
  const rows = await generation.db
    .selectFrom('plays')
    .select(columns)
    .where('player', '=', player)
    .where('withdrawn_at', 'is', null)
    .orderBy('played_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxPlays + 1)
    .execute()
  if (rows.length === 0) return null
  const end = rows.findIndex((row, i) => i > 0 && itemAt(rows, i - 1).played_at - row.played_at > breakMs)
  const length = end < 0 ? rows.length : end
  return { plays: rows.slice(0, Math.min(length, maxPlays)), whole: length <= maxPlays }
}

/** Returns the mean absolute offset of all steps except misses, ms; null if all were missed. */
export function meanAbsoluteError(
  { rules }: Pick<GenerationDb, 'rules'>,
  plays: readonly Pick<PlayRow, 'rows' | 'judgments' | 'statistics'>[],
): number | null {
  const misses = itemAt(rules.systems, 0).windows.length
  let sum = 0
  let steps = 0
  for (const { rows, judgments, statistics } of plays) {
    if (statistics === null) continue
    const hit = rows - itemAt(judgments, misses)
    sum += itemAt(statistics, 0) * hit
    steps += hit
  }
  return steps === 0 ? null : sum / steps
}
