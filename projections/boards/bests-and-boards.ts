import type { Grade } from '@stepledger/contracts/rules/grade-names.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { sql } from 'kysely'
import { bucketSql, hundredthsOf, keyAbove, rankKeySql } from '../rank-key.ts'
import type { GenerationDb } from '../read-database.ts'
import type { Count, DerivedTable, FollowingStatement, ReadModel } from '../read-model.ts'
import { systemIds } from '../scoring/systems-sql.ts'
import { bigint, column, integer, key, type RowsOf, smallint, uuid } from '../table.ts'

const boardsTables = {
  /**
   * The best counting play of a player on a chart in one system. `key` ranks by the score, then by when the PlaySubmitted
   * was received (rank-key.ts).
   */
  best: {
    columns: {
      chart: key,
      system: smallint,
      player: uuid,
      key: bigint,
      play_id: bigint,
      played_at: bigint,
      grade: column<Grade>('text'),
    },
    key: ['chart', 'player', 'system'],
  },
  /** The number of players of a board in a bucket of scores. */
  buckets: {
    columns: { chart: key, system: smallint, bucket: smallint, players: integer },
    key: ['chart', 'system', 'bucket'],
    storage: 'fillfactor = 70',
  },
  /**
   * `version` grows with every change of the chart's boards; `players`: players with a counting play. A board that loses
   * its last player keeps its row.
   */
  boards: {
    columns: { chart: key, version: bigint, players: integer },
    key: ['chart'],
    notCompared: ['version'],
    storage: 'fillfactor = 70',
  },
} as const

declare module '../read-database.ts' {
  interface ReadModelTables extends RowsOf<typeof boardsTables> {}
}

type BoardsTables = RowsOf<typeof boardsTables>
export type BestRow = BoardsTables['best']
export type BucketRow = BoardsTables['buckets']
export type BoardRow = BoardsTables['boards']

/** The greatest key, then the smallest play id. */
const best: DerivedTable = {
  table: 'best',
  key: ['chart', 'player', 'system'],
  values: ['key', 'play_id', 'played_at', 'grade'],
  merge: { order: 'key desc, play_id' },
  query: (attempts, { rules }) => `
    select distinct on (chart, player, system) chart, system, player, key, play_id, played_at, grade
    from (
      select a.chart, s.system, a.player, ${rankKeySql('s.hundredths', 'a.at')} as key, a.play_id, a.played_at, s.grade
      from ${attempts} a
      cross join unnest(${systemIds(rules)}, a.hundredths, a.grades) as s(system, hundredths, grade)
      where a.counts
    ) scored
    order by chart, player, system, key desc, play_id`,
}

const buckets: Count = {
  table: 'buckets',
  key: { chart: 'chart', system: 'system', bucket: bucketSql('key') },
  sums: { players: 'sum(n)' },
  from: ({ rowsOf }) => rowsOf('best'),
}

const players: Count = {
  table: 'boards',
  key: { chart: 'chart' },
  sums: { players: 'sum(n)', version: '1' },
  rows: 'kept',
  // A chart has the same players in every system.
  from: ({ rowsOf, seenCharts }, { rules }) => `(
    select chart, n from ${rowsOf('best')} where system = ${anySystem(rules)}
    union all
    select chart, 0 from ${seenCharts}
  ) ranked`,
}

function anySystem({ systems: [first] }: Rules): number {
  if (!first) throw new Error('the rules have no scoring system')
  return first.id
}

/** Updates `played` of charts: their boards have a player. */
const chartsPlayed: FollowingStatement = {
  write: ({ schema }, touched) => `
    update ${schema}.charts c set played = b.players > 0
    from (select distinct chart from ${touched} where seen) t join ${schema}.boards b on b.chart = t.chart
    where c.hash = t.chart and c.played <> (b.players > 0)`,
}

/** Each player's best counting play on every chart, ranked in every system. */
export const boards: ReadModel = {
  tables: boardsTables,
  /**
   * The primary key of `best` includes the whole row, as best_ranked does. Otherwise the planner considers best_ranked
   * cheaper for one player's row and scans a whole board.
   */
  index: (schema) => `
    alter table ${schema}.best add primary key (chart, player, system) include (key, play_id, played_at, grade);
    alter table ${schema}.buckets add primary key (chart, system, bucket);
    alter table ${schema}.boards add primary key (chart);
    create index best_ranked on ${schema}.best (chart, system, key desc, player desc) include (play_id, played_at, grade);
    create index best_of_player on ${schema}.best (player, system, played_at desc, chart) include (key, play_id, grade)`,
  derived: [best],
  counts: [buckets, players],
  follow: [chartsPlayed],
}

/** An entry of a board, to which `getChartLeaderboards` adds the name of the player. */
export interface BoardEntry {
  readonly rank: number
  readonly hundredths: number
  readonly grade: Grade
  readonly player: string
  readonly playId: number
  /** Time of play, ms since 1970. */
  readonly playedAt: number
}

/**
 * Returns the entries of ranks `from` + 1 to `from` + `limit` of each system's board, best first. The stored bucket
 * counts locate the bucket of the first entry, so a deep page costs the same as the first. One statement for all
 * boards.
 */
export async function boardEntries(
  generation: GenerationDb,
  { chart, systems }: { readonly chart: string; readonly systems: readonly number[] },
  from: number,
  limit: number,
): Promise<Map<number, BoardEntry[]>> {
  const { rows } = await sql<Omit<BestRow, 'chart'>>`
    select x.system, entry.*
    from unnest(${systems}::smallint[]) as x(system)
    cross join lateral (
      select bucket, before from (
        select bucket, players, sum(players) over (order by bucket desc) - players as before
        from ${generation.table('buckets')} where chart = ${chart} and system = x.system
      ) counted
      where before + players > ${from}::integer order by bucket desc limit 1
    ) begin
    cross join lateral (
      select key, player, play_id, played_at, grade from ${generation.table('best')}
      where chart = ${chart} and system = x.system and key < ${keyAbove('begin.bucket')}
      order by key desc, player desc offset ${from}::integer - begin.before limit ${limit}::integer
    ) entry`.execute(generation.db)
  return new Map(
    systems.map((system) => {
      const entries = rows.filter((row) => row.system === system)
      return [system, entries.map((row, i) => entryOf(row, from + i + 1))]
    }),
  )
}

export function entryOf(
  row: Pick<BestRow, 'key' | 'player' | 'play_id' | 'played_at' | 'grade'>,
  rank: number,
): BoardEntry {
  return {
    rank,
    hundredths: hundredthsOf(row.key),
    grade: row.grade,
    player: row.player,
    playId: row.play_id,
    playedAt: row.played_at,
  }
}
