import type { Batch } from '../batch.ts'
import type { TablesTx } from '../generation.ts'
import type { Count, ReadModel } from '../read-model.ts'
import { bigint, integer, key, nullable, type RowsOf, text, uuid } from '../table.ts'
import { buildPlayers, copiedRivals, stagedRivals } from './build-players.ts'
import { moveBetweenMeters, playsByPeriod } from './plays-by-period-and-meter.ts'
import { foldRivals } from './rivals.ts'

export const playersTables = {
  /** `plays`: without withdrawn ones. `erased_at`: a tombstone; later events of this player are skipped. */
  players: { columns: { id: uuid, plays: integer, erased_at: nullable(bigint) }, key: ['id'] },
  /**
   * The charts that a player has played. Title and meter are copied from the chart, so that lists order and filter within
   * one index.
   */
  player_charts: {
    columns: {
      player: uuid,
      chart: key,
      plays: integer,
      title_key: key,
      search: text,
      meter: nullable(integer),
    },
    key: ['player', 'chart'],
  },
  /**
   * A player's play count in a period of time, by the meter of the charts (plays-by-period-and-meter.ts). It locates a
   * page far from either end of a list without scanning the plays before it.
   */
  player_periods: {
    columns: { player: uuid, period: integer, meter: integer, plays: integer },
    key: ['player', 'period', 'meter'],
    storage: 'fillfactor = 70',
  },
  rivals: { columns: { player: uuid, rival: uuid, since: bigint }, key: ['player', 'rival'] },
} as const

export type RivalRow = RowsOf<typeof playersTables>['rivals']

declare module '../read-database.ts' {
  interface ReadModelTables extends RowsOf<typeof playersTables> {}
}

const playsOfPlayers: Count = {
  table: 'players',
  key: { id: 'player' },
  sums: { plays: 'sum(n)' },
  rows: 'kept',
  from: ({ plays }) => plays,
}

const playsByChart: Count = {
  table: 'player_charts',
  key: { player: 'player', chart: 'chart' },
  sums: { plays: 'sum(n)' },
  also: {
    columns: { title_key: 'c.title_key', search: 'c.search', meter: 'c.meter' },
    join: (schema) => `join ${schema}.charts c on c.hash = counted.chart`,
  },
  from: ({ plays }) => plays,
}

/** Players: their play counts, their rivals and tombstones of erased ones. */
export const players: ReadModel = {
  tables: playersTables,
  /**
   * `player_charts_by_title` covers a search on its own. It excludes play counts, so that another play of a chart updates
   * no index.
   */
  index: (schema) => `
    alter table ${schema}.players add primary key (id);
    alter table ${schema}.player_charts add primary key (player, chart);
    alter table ${schema}.player_periods add primary key (player, period, meter);
    alter table ${schema}.rivals add primary key (player, rival);
    create index player_charts_by_title on ${schema}.player_charts (player, title_key, chart) include (meter, search);
    create index player_charts_of_chart on ${schema}.player_charts (chart);
    create index rivals_of on ${schema}.rivals (rival, since desc)`,
  // Rivals: events of players in other partitions may name them too.
  shared: (_into, { rivals, erasures }) => [
    ...rivals.map((rival) => rival.rival),
    ...erasures.map((erasure) => erasure.player),
  ],
  counts: [playsOfPlayers, playsByChart, playsByPeriod],
  async fold(into, { rivals, erasures }, { retitled, players: changed, privately }) {
    if (retitled.length > 0) await retitle(into, retitled)
    if (rivals.length > 0) await foldRivals(into, rivals)
    if (erasures.length > 0) await addTombstones(into, erasures)
    return {
      players: [...new Set([...changed, ...erasures.map(({ player }) => player)])],
      privately: [...new Set([...privately, ...rivals.map(({ player }) => player)])],
    }
  },
  build: { staging: [stagedRivals], copied: copiedRivals, finish: buildPlayers },
}

/** Copies title and meter of these charts to the rows of their players. The plays of the batch must be counted before. */
async function retitle(into: TablesTx, hashes: readonly string[]): Promise<void> {
  await moveBetweenMeters(into, hashes)
  const { tx, schema } = into
  await tx.query({
    text: `
      update ${schema}.player_charts pc set title_key = c.title_key, search = c.search, meter = c.meter
      from ${schema}.charts c
      where c.hash = any($1::text[]) and pc.chart = c.hash
        and (pc.title_key, pc.search, pc.meter) is distinct from (c.title_key, c.search, c.meter)`,
    values: [hashes],
  })
}

/** Leaves a tombstone of each erased player, whose plays are no longer counted, and no rivals in either direction. */
async function addTombstones({ tx, schema }: TablesTx, erasures: Batch['erasures']): Promise<void> {
  const players = [...new Set(erasures.map((e) => e.player))]
  await tx.query({
    text: `
      with rivals as (delete from ${schema}.rivals where player = any($1::uuid[]) or rival = any($1::uuid[]))
      insert into ${schema}.players as p (id, plays, erased_at)
      select player, 0, min(at) from unnest($2::uuid[], $3::bigint[]) as x(player, at) group by player
      on conflict (id) do update set erased_at = least(p.erased_at, excluded.erased_at)`,
    values: [players, erasures.map((e) => e.player), erasures.map((e) => e.at)],
  })
}
