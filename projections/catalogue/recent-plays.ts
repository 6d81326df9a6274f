import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { sql } from 'kysely'
import type { PlayRow } from '../plays/tables.ts'
import type { GenerationDb } from '../read-database.ts'
import { percentText } from '../scoring/percent-text.ts'
import { type ChartSummaryRow, chartSummaryOf, summaryColumns } from './reads.ts'

/** A row of a list of recent plays, with the id of the player instead of the name. */
export interface RecentPlayOf extends Omit<RecentPlay, 'user'> {
  readonly player: string
}

const recentColumns = [
  'plays.id',
  'plays.player',
  'plays.played_at',
  'plays.hundredths',
  'plays.grades',
  'plays.eligible',
  'plays.reasons',
  'plays.rate',
  ...summaryColumns,
] as const

function recentPlays(generation: GenerationDb) {
  return generation.db
    .selectFrom('plays')
    .innerJoin('charts', 'charts.hash', 'plays.chart')
    .select(recentColumns)
    .where('plays.withdrawn_at', 'is', null)
}

type RecentRow = ChartSummaryRow &
  Pick<PlayRow, 'id' | 'player' | 'played_at' | 'hundredths' | 'grades' | 'eligible' | 'reasons' | 'rate'>

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
    eligible: row.eligible,
    reasons: row.reasons,
    rate: row.rate,
  }
}

/** Of all charts or of one, ranked or not, without withdrawn ones. */
export async function lastPlays(
  generation: GenerationDb,
  of: { chart?: string; player?: string },
  limit: number,
): Promise<RecentPlayOf[]> {
  let query = recentPlays(generation)
    .orderBy('plays.played_at', 'desc')
    .orderBy('plays.id', 'desc')
    .limit(limit)
  if (of.chart !== undefined) query = query.where('plays.chart', '=', of.chart)
  if (of.player !== undefined) query = query.where('plays.player', '=', of.player)
  return (await query.execute()).map((row) => recentPlayOf(generation, row))
}

/** Reads one index range per chart. */
export async function lastPlaysOnCharts(
  generation: GenerationDb,
  hashes: readonly string[],
  limit: number,
): Promise<RecentPlayOf[]> {
  const plays = generation.table('plays')
  const { rows } = await sql<{ id: number }>`
    select last.id from unnest(${[...hashes]}::text[]) as x(hash)
    cross join lateral (
      select id, played_at from ${plays} where chart = x.hash and withdrawn_at is null
      order by played_at desc, id desc limit ${limit}
    ) last order by last.played_at desc, last.id desc limit ${limit}`.execute(generation.db)
  return inOrder(generation, rows)
}

/** Latest first. Reads one index entry per player. */
export async function lastPlayOfEach(
  generation: GenerationDb,
  players: readonly string[],
  limit: number,
): Promise<RecentPlayOf[]> {
  const plays = generation.table('plays')
  const { rows } = await sql<{ id: number }>`
    select last.id from unnest(${[...players]}::uuid[]) as x(player)
    cross join lateral (
      select id, played_at from ${plays} where player = x.player and withdrawn_at is null
      order by played_at desc, id desc limit 1
    ) last order by last.played_at desc, last.id desc limit ${limit}`.execute(generation.db)
  return inOrder(generation, rows)
}

async function inOrder(
  generation: GenerationDb,
  rows: readonly { readonly id: number }[],
): Promise<RecentPlayOf[]> {
  const plays = await recentPlaysById(
    generation,
    rows.map(({ id }) => id),
  )
  const byId = new Map(plays.map((play) => [play.playId, play]))
  return rows.flatMap(({ id }) => byId.get(id) ?? [])
}

/** Unordered, without withdrawn ones. */
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

/** Number of latest plays that are counted: one index range, independent of the number of plays. */
const countedPlays = 1_000

export async function mostPlayedLately(
  generation: GenerationDb,
  limit: number,
): Promise<(ChartSummary & { readonly plays: number })[]> {
  const { table } = generation
  const { rows } = await sql<ChartSummaryRow & { recent: number }>`
    select c.hash, c.title, c.artist, c.meter, c.difficulty, c.steps_type, c.banner, most.recent
    from (
      select chart, count(*)::integer as recent from (
        select chart from ${table('plays')} where withdrawn_at is null order by played_at desc, id desc limit ${countedPlays}
      ) last group by chart order by recent desc, chart limit ${limit}
    ) most join ${table('charts')} c on c.hash = most.chart order by most.recent desc, c.hash`.execute(
    generation.db,
  )
  return rows.map(({ recent, ...row }) => ({ ...chartSummaryOf(row), plays: recent }))
}
