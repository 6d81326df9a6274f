import type { Duck } from './duck.ts'
import { exactMean } from './exact-sums.ts'

/** Maximum break within a session. */
const breakHours = 2
const lastMinute = 240

/**
 * Creates `plays` from the staged tables, with plays before `until` (ms since 1970). Adds time and month, properties of
 * chart and player (`first_month`: month of the player's first play), `minute` within the session, and the means of the
 * session's first 15 minutes (null without ranked plays).
 */
export async function prepareHistory(duck: Duck, until: number): Promise<void> {
  await duck.run(`
    create table plays as
    with placed as (
      select p.*, make_timestamp(played * 1000) as moment,
        played - lag(played) over (partition by player order by played, id) as pause
      from history_plays p where played < ${until}
    ), numbered as (
      select *, count(*) filter (where pause is null or pause > ${breakHours * 3_600_000})
        over (partition by player order by played, id rows unbounded preceding) as session
      from placed
    ), timed as (
      select *, least(${lastMinute}, 15 * floor((played - first_value(played)
        over (partition by player, session order by played, id)) / 900000))::smallint as minute
      from numbered
    ), begun as (
      select player, session, ${exactMean('mean')} as first_mean, ${exactMean('deviation')} as first_deviation,
        avg(ex) as first_ex
      from timed where minute = 0 and ranked and mean is not null group by all
    )
    select t.* exclude (pause, session, played), date_trunc('month', t.moment)::date as month,
      date_trunc('month', min(t.moment) over (partition by t.player))::date as first_month, h.country, c.steps_type,
      c.meter, b.first_mean, b.first_deviation, b.first_ex
    from timed t left join history_charts c using (chart) left join history_players h on h.id = t.player
      left join begun b using (player, session);
    drop table history_plays`)
}
