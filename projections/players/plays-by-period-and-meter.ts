import type { TablesTx } from '../generation.ts'
import { changedPlays, changedValues, countsIn, type PlayCount } from '../play-count.ts'
import { keptPlays } from '../plays/relations.ts'
import type { ChangedPlay } from '../read-model.ts'

/**
 * SQL: the period of a time in ms. A period is 2^30 ms, twelve days and a half; ten years have fewer than three
 * hundred.
 */
export function periodOf(time: string): string {
  return `(${time} >> 30)::integer`
}

/** SQL: the first ms of a period. */
export function startOf(period: string): string {
  return `(${period}::bigint << 30)`
}

/** SQL: the meter that a play is counted under; -1 if unknown. */
export function countedMeter(meter: string): string {
  return `coalesce(${meter}, -1)`
}

/** Counts plays that have their chart's `meter`, too. */
export const playsByPeriod: PlayCount = {
  table: 'player_periods',
  key: { player: 'player', period: periodOf('played_at'), meter: countedMeter('meter') },
}

/** Adds reinstated plays to the counts, or subtracts withdrawn ones, under the meter in `player_charts`. */
export async function recountInPeriods(
  into: TablesTx,
  what: 'add' | 'subtract',
  plays: readonly ChangedPlay[],
): Promise<void> {
  if (plays.length === 0) return
  const counted = countsIn(
    playsByPeriod,
    `${changedPlays} join ${into.schema}.player_charts using (player, chart)`,
  )
  await addToCounts(into, {
    name: `recount_in_periods_${what}_v1`,
    changes: `select player, period, meter, ${what === 'add' ? 'plays' : '-plays as plays'} from (${counted}) counted`,
    values: changedValues(plays),
  })
}

/** Moves the plays on these charts to the charts' new meters, before `player_charts` is updated. */
export async function moveBetweenMeters(into: TablesTx, charts: readonly string[]): Promise<void> {
  const { schema } = into
  await addToCounts(into, {
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
  /** A query for the increments of counts; negative to subtract. */
  readonly changes: string
  readonly values: readonly unknown[]
}

/**
 * Adds to counts and deletes those that become 0. A chart's meter affects many players, for some of whom a concurrent
 * batch of another partition may be counting. So zero counts are detected by the `returning` of the update, not in the
 * snapshot. If two batches deadlock, one of them is retried.
 */
async function addToCounts({ tx, schema }: TablesTx, { name, changes, values }: Change): Promise<void> {
  const { rows: emptied } = await tx.query<{ player: string; period: number; meter: number }>({
    name: `${schema}_${name}`,
    text: `
      with changed as (
        insert into ${schema}.player_periods as p (player, period, meter, plays)
        select player, period, meter, sum(plays) from (${changes}) increments
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
