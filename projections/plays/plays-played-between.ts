import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { GenerationDb } from '../read-database.ts'

/** A play without its player's name. Scores in hundredths of a percent; null for a board that the rules do not have. */
export interface PlayOfHour {
  readonly id: number
  readonly player: string
  readonly chart: string
  readonly stepsType: string | null
  readonly meter: number | null
  readonly passed: boolean | null
  readonly ranked: boolean
  readonly rate: number | null
  readonly scores: Readonly<Record<BoardName, number | null>>
}

/**
 * Returns the first `limit` plays that were played in [`from`, `to`) and received before `until` (ms since 1970),
 * without withdrawn ones.
 */
export async function playsPlayedBetween(
  { db, rules }: GenerationDb,
  { from, to, until }: { readonly from: number; readonly to: number; readonly until: number },
  limit: number,
): Promise<PlayOfHour[]> {
  const scoreIn = (hundredths: readonly number[], name: BoardName) =>
    hundredths[rules.systems.findIndex((system) => system.name === name)] ?? null
  const rows = await db
    .selectFrom('plays')
    .innerJoin('charts', 'charts.hash', 'plays.chart')
    .select([
      'plays.id',
      'plays.player',
      'plays.chart',
      'charts.steps_type',
      'charts.meter',
      'plays.passed',
      'plays.eligible',
      'plays.rate',
      'plays.hundredths',
    ])
    .where('plays.withdrawn_at', 'is', null)
    .where('plays.played_at', '>=', from)
    .where('plays.played_at', '<', to)
    .where('plays.at', '<', until)
    .orderBy('plays.played_at')
    .orderBy('plays.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    player: row.player,
    chart: row.chart,
    stepsType: row.steps_type,
    meter: row.meter,
    passed: row.passed,
    ranked: row.eligible,
    rate: row.rate,
    scores: {
      HardEX: scoreIn(row.hundredths, 'HardEX'),
      EX: scoreIn(row.hundredths, 'EX'),
      ITG: scoreIn(row.hundredths, 'ITG'),
    },
  }))
}
