import { fewestPlayers } from '@stepledger/contracts/analysis/anonymity.ts'
import { measures } from '@stepledger/contracts/analysis/measure.ts'
import { minSteps, offsetBins, segmentSeconds } from '@stepledger/contracts/analysis/steps.ts'
import { isCompared, rankedPopulation } from './compared-plays.ts'
import type { Duck } from './duck.ts'
import { noisyCells } from './noisy-cells.ts'
import { digestOfRows, exactMean, exactSum, percentOf } from './sums-and-means.ts'

/** Creates `published_timing` and `published_offsets` from `month_plays`, `step_segments` and `step_bins`. */
export async function publishTiming(duck: Duck): Promise<void> {
  await publishSegments(duck)
  await publishOffsets(duck)
}

const { to: unit } = measures.lateness

/**
 * A segment has the number of rows that the majority of the chart's players have, and at least `fewestPlayers`. A play
 * with other rows there counts with a difference of 0. The values of a play over all segments are clipped to a norm of 1.
 */
async function publishSegments(duck: Duck): Promise<void> {
  const cells = noisyCells({
    table: 'timing',
    population: rankedPopulation,
    from: `select distinct player, chart from month_plays where ${isCompared}`,
    cell: ['chart'],
  })
  await duck.run(`
    create or replace table play_segments as
    select s.*, p.player, p.chart from step_segments s join month_plays p on p.id = s.play where ${isCompared};
    create or replace table agreed_segments as
    select chart, segment, steps from (
      select chart, segment, steps, count(distinct player) as players from play_segments group by all
    ) join (select chart, count(distinct player) as all_players from play_segments group by all) using (chart)
    left join history_charts c using (chart)
    where players >= ${fewestPlayers} and 2 * players > all_players and steps >= ${minSteps}
      and (c.length is null or segment * ${segmentSeconds} <= c.length)
    qualify row_number() over (partition by chart, segment order by players desc, steps) = 1;
    create or replace table player_segments as
    with cut as (
      select play, player, chart, segment, late / ${unit} as late, wide / ${unit} as wide
      from play_segments join agreed_segments using (chart, segment, steps)
    ), lengths as (
      select play, greatest(1, sqrt(sum(late ** 2))) as late, greatest(1, sqrt(sum(wide ** 2))) as wide from cut group by all
    ), plays as (select player, chart, count(distinct play) as plays from play_segments group by all)
    select player, chart, segment, ${exactSum('c.late / l.late')} / any_value(plays) as late,
      ${exactSum('c.wide / l.wide')} / any_value(plays) as wide
    from cut c join lengths l using (play) join plays using (player, chart) group by all;
    create or replace table published_timing as
    with totals as (
      select chart, segment, ${exactSum('late')} as late, ${exactSum('wide')} as wide,
        ${digestOfRows("concat_ws(':', player, late, wide)")} as contents
      from player_segments group by all
    )
    select m.month, chart, ${segmentSeconds} * segment as seconds, steps, round(players) as players,
      round(${unit} * (late + noise_of(concat_ws('|', 'timing.late', m.month, chart, segment, contents))) / players, 2) as late,
      round(${unit} * (wide + noise_of(concat_ws('|', 'timing.wide', m.month, chart, segment, contents))) / players, 2) as wide
    from (${cells}) join totals using (chart) join agreed_segments using (chart, segment) cross join this_month m`)
}

async function publishOffsets(duck: Duck): Promise<void> {
  const bins = Array.from(
    { length: (offsetBins.to - offsetBins.from) / offsetBins.width },
    (_, i) => offsetBins.from + i * offsetBins.width,
  )
  const cells = noisyCells({
    table: 'offsets',
    from: `
      with shares as (
        select player, steps_type, meter, id, ${bins.map((bin, i) => `coalesce(any_value(share) filter (where bin = ${bin}), 0) as bin_${i}`).join(', ')}
        from month_plays join step_bins on step_bins.play = id where ${isCompared} and meter is not null and steps_type is not null group by all
      )
      select player, steps_type, meter, ${bins.map((_, i) => `${exactMean(`bin_${i}`)} as bin_${i}`).join(', ')} from shares group by all`,
    cell: ['steps_type', 'meter'],
    sums: bins.map((_, i) => `bin_${i}`),
  })
  await duck.run(`
    create or replace table published_offsets as
    select m.month, steps_type, meter, ms, round(players) as players, ${percentOf('shares[nth]', 'players')} as share
    from (select steps_type, meter, players, [${bins.map((_, i) => `bin_${i}`).join(', ')}] as shares from (${cells}))
      cross join (values ${bins.map((bin, i) => `(${bin}, ${i + 1})`).join(', ')}) as named (ms, nth) cross join this_month m`)
}
