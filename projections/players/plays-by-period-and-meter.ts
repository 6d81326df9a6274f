import { changeCount } from '../counts.ts'
import type { TablesTx } from '../generation.ts'
import { periodOf } from '../periods.ts'
import { keptPlays } from '../plays/attempts.ts'
import type { Count } from '../read-model.ts'

/** SQL: the meter that a play is counted under; -1 if unknown. */
export function countedMeter(meter: string): string {
  return `coalesce(${meter}, -1)`
}

/** Plays of a chart without a row in `player_charts` get the chart's meter, others the meter there, until it is replaced. */
export const playsByPeriod: Count = {
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

/**
 * Moves the plays on these charts to the charts' new meters, before `player_charts` is updated. A chart's meter affects
 * many players, for some of whom a concurrent batch of another partition may be counting. If two batches deadlock, one of
 * them is retried.
 */
export async function moveBetweenMeters(into: TablesTx, charts: readonly string[]): Promise<void> {
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
