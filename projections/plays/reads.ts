import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { chartSummaryOf } from '../catalogue/reads.ts'
import type { GenerationDb } from '../read-database.ts'
import { percentText } from '../scoring/percent-text.ts'
import type { PlayRow } from './tables.ts'

/** A row of a recent list before its player has a name. `player`: the id. */
export interface RecentPlayOf extends Omit<RecentPlay, 'user'> {
  readonly player: string
}

const recentColumns = [
  'plays.id',
  'plays.player',
  'plays.played_at',
  'plays.hundredths',
  'plays.grades',
  'charts.hash',
  'charts.title',
  'charts.artist',
  'charts.meter',
] as const

function recentPlays(generation: GenerationDb) {
  return generation.db
    .selectFrom('plays')
    .innerJoin('charts', 'charts.hash', 'plays.chart')
    .select(recentColumns)
    .where('plays.withdrawn_at', 'is', null)
}

interface RecentRow extends Pick<PlayRow, 'id' | 'player' | 'played_at' | 'hundredths' | 'grades'> {
  readonly hash: string
  readonly title: string
  readonly artist: string
  readonly meter: number | null
}

function recentPlayOf({ rules }: Pick<GenerationDb, 'rules'>, row: RecentRow): RecentPlayOf {
  const chart: ChartSummary = chartSummaryOf(row)
  return {
    playId: row.id,
    createdAt: new Date(row.played_at).toISOString(),
    chart,
    player: row.player,
    leaderboards: rules.systems.map((system, i) => ({
      leaderboard: system.name,
      data: { score: percentText(itemAt(row.hundredths, i)), grade: itemAt(row.grades, i) },
    })),
  }
}

/** The plays played last, of everyone or of one chart: whether they count or not, without the withdrawn. */
export async function lastPlays(
  generation: GenerationDb,
  of: { chart?: string },
  limit: number,
): Promise<RecentPlayOf[]> {
  let query = recentPlays(generation)
    .orderBy('plays.played_at', 'desc')
    .orderBy('plays.id', 'desc')
    .limit(limit)
  if (of.chart !== undefined) query = query.where('plays.chart', '=', of.chart)
  return (await query.execute()).map((row) => recentPlayOf(generation, row))
}

/** These plays as recent lists show them, in no order; the withdrawn are left out. */
export async function recentPlaysById(
  generation: GenerationDb,
  ids: readonly number[],
): Promise<RecentPlayOf[]> {
  if (ids.length === 0) return []
  const rows = await recentPlays(generation)
    .where('plays.id', 'in', [...ids])
    .execute()
  return rows.map((row) => recentPlayOf(generation, row))
}

/** A kept play, withdrawn or not, or null. */
export async function playById(generation: GenerationDb, id: number): Promise<PlayRow | null> {
  const row = await generation.db.selectFrom('plays').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** What these plays earned, in no order. */
export async function earnedBy(
  generation: GenerationDb,
  ids: readonly number[],
): Promise<Pick<PlayRow, 'id' | 'played_at' | 'hundredths' | 'grades' | 'judgments' | 'radar'>[]> {
  if (ids.length === 0) return []
  return generation.db
    .selectFrom('plays')
    .select(['id', 'played_at', 'hundredths', 'grades', 'judgments', 'radar'])
    .where((where) => where.eb('id', '=', where.fn.any(where.val([...ids]))))
    .execute()
}
