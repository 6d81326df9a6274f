import type { Batch } from '../batch.ts'
import { copiedTable, positionColumns } from '../copied-table.ts'
import { changeCount } from '../counts.ts'
import { erasedAmong } from '../erased-players.ts'
import type { TablesTx } from '../generation.ts'
import { periodOf } from '../periods.ts'
import { erasuresOfBuild, keptPlays } from '../plays/attempts.ts'
import type { BuildTx, Count, ReadModel } from '../read-model.ts'
import { bigint, integer, key, nullable, type RowsOf, text, uuid } from '../table.ts'
import type { WrittenColumn } from '../written-column.ts'

const rivalColumns: readonly WrittenColumn<Batch['rivals'][number]>[] = [
  ...positionColumns,
  { name: 'player', type: 'uuid', value: (r) => r.player },
  { name: 'rival', type: 'uuid', value: (r) => r.rival },
  { name: 'at', type: 'bigint', value: (r) => r.at },
  { name: 'follows', type: 'boolean', value: (r) => r.follows },
]

const stagedRivals = { name: 'staged_rivals', columns: rivalColumns }

function copiedRivals(schema: string) {
  return [copiedTable(schema, stagedRivals, (batch) => batch.rivals)]
}

/** Adds the tombstones of erased players, and fills `rivals`. */
async function buildPlayers({ schema, run }: BuildTx): Promise<void> {
  const erasures = erasuresOfBuild(schema)
  const rivals = `${schema}.${stagedRivals.name}`
  await run([
    `insert into ${schema}.players (id, plays, erased_at)
     select player, 0, min(at) from ${erasures} group by player`,
    `insert into ${schema}.rivals (player, rival, since)
     select distinct on (player, rival) player, rival, r.at
     from ${rivals} r
     left join (
       select player, rival, max("offset") as unfollowed from ${rivals} where not follows group by player, rival
     ) last using (player, rival)
     where r.follows and r."offset" > coalesce(last.unfollowed, -1)
       and not exists (select from ${erasures} e where e.player in (r.player, r.rival))
     order by player, rival, r."offset"`,
  ])
}

const playersTables = {
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
   * A player's play count in a period of time, by the meter of the charts. It locates a
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

/** SQL: the meter that a play is counted under; -1 if unknown. */
export function countedMeter(meter: string): string {
  return `coalesce(${meter}, -1)`
}

/** Plays of a chart without a row in `player_charts` get the chart's meter, others the meter there, until it is replaced. */
const playsByPeriod: Count = {
  table: 'player_periods',
  key: {
    player: 'p.player',
    period: periodOf('p.played_at'),
    meter: countedMeter('case when pc.player is null then c.meter else pc.meter end'),
  },
  sums: { plays: 'sum(n)' },
  from: ({ plays }, { schema }) => `
    (select * from ${plays}) p
    left join ${schema}.player_charts pc on pc.player = p.player and pc.chart = p.chart
    left join ${schema}.charts c on c.hash = p.chart`,
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

/**
 * Moves the plays on these charts to the charts' new meters, before `player_charts` is updated. A chart's meter affects
 * many players, for some of whom a concurrent batch of another partition may be counting. If two batches deadlock, one of
 * them is retried.
 */
async function moveBetweenMeters(into: TablesTx, charts: readonly string[]): Promise<void> {
  const { schema } = into
  const increments = `
    with moved as (
      select p.player, ${periodOf('p.played_at')} as period, pc.meter as old, c.meter as new, count(*)::integer as plays
      from ${schema}.charts c
      join ${schema}.player_charts pc on pc.chart = c.hash and pc.meter is distinct from c.meter
      join ${keptPlays(schema)} p on p.player = pc.player and p.chart = pc.chart
      where c.hash = any($1::text[])
      group by 1, 2, 3, 4
    )
    select player, period, meter, sum(plays)
    from (
      select player, period, ${countedMeter('old')} as meter, -plays as plays from moved
      union all
      select player, period, ${countedMeter('new')}, plays from moved
    ) increments
    group by player, period, meter having sum(plays) <> 0 order by player, period, meter`
  await changeCount(into, playsByPeriod, increments, [charts])
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

type RivalChange = Batch['rivals'][number]

/** Folds follows and unfollows; the last change of each pair wins. Erased players neither follow nor are followed. */
async function foldRivals(into: TablesTx, rivals: readonly RivalChange[]): Promise<void> {
  const erased = await erasedAmong(into, [...new Set(rivals.flatMap((r) => [r.player, r.rival]))])
  const active = rivals.filter((r) => !erased.has(r.player) && !erased.has(r.rival))
  const changes = lastByPair(active)
  if (changes.remove.length > 0) await removeRivals(into, changes.remove)
  if (changes.add.length > 0) await addRivals(into, changes.add)
}

/**
 * Returns the last change of each pair. An unfollow in between also adds the pair to `remove`, so that the new row does
 * not keep the date of an older one.
 */
function lastByPair(rivals: readonly RivalChange[]): { add: RivalChange[]; remove: RivalChange[] } {
  const last = new Map<string, { change: RivalChange; unfollowed: boolean }>()
  for (const change of rivals) {
    const id = `${change.player} ${change.rival}`
    const known = last.get(id)
    const first = known?.change.follows && change.follows ? known.change : change
    last.set(id, { change: first, unfollowed: (known?.unfollowed ?? false) || !change.follows })
  }
  const pairs = [...last.values()]
  return {
    add: pairs.filter((p) => p.change.follows).map((p) => p.change),
    remove: pairs.filter((p) => p.unfollowed).map((p) => p.change),
  }
}

async function addRivals({ tx, schema }: TablesTx, added: readonly RivalChange[]): Promise<void> {
  await tx.query({
    text: `
      insert into ${schema}.rivals (player, rival, since)
      select * from unnest($1::uuid[], $2::uuid[], $3::bigint[]) on conflict do nothing`,
    values: [added.map((r) => r.player), added.map((r) => r.rival), added.map((r) => r.at)],
  })
}

async function removeRivals({ tx, schema }: TablesTx, removed: readonly RivalChange[]): Promise<void> {
  await tx.query({
    text: `
      delete from ${schema}.rivals r using unnest($1::uuid[], $2::uuid[]) as x(player, rival)
      where r.player = x.player and r.rival = x.rival`,
    values: [removed.map((r) => r.player), removed.map((r) => r.rival)],
  })
}
