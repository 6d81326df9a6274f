import type { TablesTx } from '../generation.ts'
import { keptPlays } from '../plays/relations.ts'
import type { ChangedPlay } from '../read-model.ts'

/**
 * The period of a time in ms: they are 2^30 ms long, twelve days and a half. Ten years of them are fewer than three
 * hundred.
 */
export function periodOf(time: string): string {
  return `(${time} >> 30)::integer`
}

/** The first ms of a period. */
export function startOf(period: string): string {
  return `(${period}::bigint << 30)`
}

/** The meter that plays are counted under: -1 where none is known. */
export function countedMeter(meter: string): string {
  return `coalesce(${meter}, -1)`
}

/** Counts withdrawn plays no more, under the meter that their player's chart has. */
export async function uncountInPeriods(into: TablesTx, gone: readonly ChangedPlay[]): Promise<void> {
  const { schema } = into
  await change(into, {
    name: 'uncount_in_periods_v1',
    changes: `
      select player, ${periodOf('played_at')} as period, ${countedMeter('pc.meter')} as meter, -1 as plays
      from unnest($1::uuid[], $2::text[], $3::bigint[]) as gone(player, chart, played_at)
      join ${schema}.player_charts pc using (player, chart)`,
    values: [gone.map((g) => g.player), gone.map((g) => g.chart), gone.map((g) => g.playedAt)],
  })
}

/**
 * Counts the plays on these charts under the meters that the charts have now, before `player_charts` learns of those.
 */
export async function moveBetweenMeters(into: TablesTx, charts: readonly string[]): Promise<void> {
  const { schema } = into
  await change(into, {
    name: 'move_between_meters_v1',
    changes: `
      with moved as (
        select p.player, ${periodOf('p.played_at')} as period, pc.meter as old, c.meter as new, count(*)::integer as plays
        from ${schema}.charts c
        join ${schema}.player_charts pc on pc.chart = c.hash and pc.meter is distinct from c.meter
        join ${keptPlays(schema)} p on p.player = pc.player and p.chart = pc.chart
        where c.hash = any($1::text[])
        group by 1, 2, 3, 4
      )
      select player, period, ${countedMeter('old')} as meter, -plays as plays from moved
      union all
      select player, period, ${countedMeter('new')}, plays from moved`,
    values: [charts],
  })
}

interface Change {
  readonly name: string
  /** A query for what is to be added to which count; with negative numbers, taken away. */
  readonly changes: string
  readonly values: readonly unknown[]
}

/**
 * Adds to counts, and drops those that come to nothing. A chart's meter is of many players, some of whom another
 * partition's batch is counting for at this moment: so what a count has come to is what the update says, and no
 * snapshot. Where two batches wait for each other one of them is folded again.
 */
async function change({ tx, schema }: TablesTx, { name, changes, values }: Change): Promise<void> {
  const { rows: emptied } = await tx.query<{ player: string; period: number; meter: number }>({
    name: `${schema}_${name}`,
    text: `
      with changed as (
        insert into ${schema}.player_periods as p (player, period, meter, plays)
        select player, period, meter, sum(plays) from (${changes}) change
        group by player, period, meter having sum(plays) <> 0
        order by player, period, meter
        on conflict (player, period, meter) do update set plays = p.plays + excluded.plays
        returning player, period, meter, plays
      )
      select player, period, meter from changed where plays = 0`,
    values: [...values],
  })
  if (emptied.length === 0) return
  await tx.query({
    name: `${schema}_drop_periods_v1`,
    text: `
      delete from ${schema}.player_periods p
      using unnest($1::uuid[], $2::integer[], $3::integer[]) as x(player, period, meter)
      where p.player = x.player and p.period = x.period and p.meter = x.meter`,
    values: [emptied.map((e) => e.player), emptied.map((e) => e.period), emptied.map((e) => e.meter)],
  })
}
