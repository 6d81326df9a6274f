import { measures } from '@stepledger/contracts/analysis/measure.ts'
import type { Duck } from './duck.ts'
import { noisyCells } from './noisy-cells.ts'
import { asUnit, exactMean, meanOf, percentOf } from './sums-and-means.ts'

/** Creates `published_players`, `published_progress` and `published_sessions` from `month_plays`. */
export async function publishPlayers(duck: Duck): Promise<void> {
  await publishGains(duck)
  await publishProgress(duck)
  await publishSessions(duck)
}

/** Uses only data of the month, so that a play affects one month. */
async function publishGains(duck: Duck): Promise<void> {
  const cells = noisyCells({
    table: 'players',
    from: `
      with progress as (
        select player, chart, (last(ex order by moment, id) - first(ex order by moment, id)) / 100 as gained
        from month_plays where ranked and ex is not null group by all having count(*) > 1
      ), gains as (select player, median(gained) as gain from progress group by all)
      select player, 3 * floor(max(meter) filter (where passed) / 3)::integer as level,
        (10 ** floor(log10(count(*))))::integer as plays, ${asUnit('any_value(gain)', measures.change)} as gain
      from month_plays join gains using (player) group by player having level is not null`,
    cell: ['level', 'plays'],
    sums: ['gain'],
  })
  await duck.run(`
    create or replace table published_players as
    select m.month, level, plays, round(players) as players, ${meanOf('gain', 'players', measures.change)} as gain
    from (${cells}) cross join this_month m`)
}

async function publishProgress(duck: Duck): Promise<void> {
  const cells = noisyCells({
    table: 'progress',
    from: `
      select player, steps_type, meter, ${exactMean('passed::integer')} as passed,
        ${exactMean(asUnit('ex / 100', measures.anyEx))} as ex,
        any_value(case when age < 3 then age when age < 6 then 3 when age < 12 then 6 when age < 24 then 12 else 24 end)
          as months_before
      from (select *, datediff('month', first_month, month) as age from month_plays)
      where coalesce(rate, 1) = 1 and passed is not null and meter is not null and steps_type is not null and ex is not null
      group by all`,
    cell: ['steps_type', 'meter', 'months_before'],
    sums: ['passed', 'ex'],
  })
  await duck.run(`
    create or replace table published_progress as
    select m.month, steps_type, meter, months_before, round(players) as players,
      greatest(0, least(100, ${percentOf('passed', 'players')})) as passed, ${meanOf('ex', 'players', measures.anyEx)} as ex
    from (${cells}) cross join this_month m`)
}

/**
 * The changes of a player over all parts of sessions are clipped as one vector to a norm of 1. This bounds the effect of
 * a play in the first 15 minutes, which are the baseline of all others.
 */
async function publishSessions(duck: Duck): Promise<void> {
  const change = (now: string, first: string) => exactMean(asUnit(`${now} - ${first}`, measures.change))
  const cells = noisyCells({
    table: 'sessions',
    from: `
      with parts as (
        select player, case when minute >= 60 then 60 when minute >= 30 then 30 else 15 end as minute,
          ${change('mean', 'first_mean')} as offsets, ${change('deviation', 'first_deviation')} as deviations,
          ${change('ex / 100', 'first_ex / 100')} as ex
        from month_plays where ranked and minute >= 15 and first_mean is not null and mean is not null and ex is not null
        group by all
      ), lengths as (
        select *, sqrt(sum(offsets ** 2 + deviations ** 2 + ex ** 2) over (partition by player)) as length from parts
      )
      select player, minute, offsets / greatest(1, length) as offsets, deviations / greatest(1, length) as deviations,
        ex / greatest(1, length) as ex
      from lengths`,
    cell: ['minute'],
    sums: ['offsets', 'deviations', 'ex'],
  })
  await duck.run(`
    create or replace table published_sessions as
    select m.month, minute, round(players) as players, ${meanOf('offsets', 'players', measures.change)} as offset_change,
      ${meanOf('deviations', 'players', measures.change)} as deviation_change,
      ${meanOf('ex', 'players', measures.change)} as ex_change
    from (${cells}) cross join this_month m`)
}
