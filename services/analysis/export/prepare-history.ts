import { quietDays } from '@stepledger/contracts/analysis/anonymity.ts'
import type { Duck } from './duck.ts'
import { exactMean } from './sums-and-means.ts'

/** Maximum break within a session. */
const breakHours = 2
const lastMinute = 240

/**
 * Creates `plays` from the staged tables, with plays before `until` (midnight, ms since 1970) that were received in time.
 * Adds time and month, properties of chart and player (`first_month`: month of the player's first play), `minute` within
 * the session, and the means of the session's first 15 minutes (null without ranked plays). A session ends with its
 * month, so that a play affects the sessions of one month.
 */
export async function prepareHistory(duck: Duck, until: number): Promise<void> {
  await duck.run(`
    create table plays as
    with placed as (
      select p.* exclude (received), make_timestamp(played * 1000) as moment,
        date_trunc('month', make_timestamp(played * 1000))::date as month
      from history_plays p where played < ${until} and ${isInTime(until)}
    ), paused as (
      select *, played - lag(played) over (partition by player, month order by played, id) as pause from placed
    ), numbered as (
      select *, count(*) filter (where pause is null or pause > ${breakHours * 3_600_000})
        over (partition by player, month order by played, id rows unbounded preceding) as session
      from paused
    ), timed as (
      select *, least(${lastMinute}, 15 * floor((played - first_value(played)
        over (partition by player, month, session order by played, id)) / 900000))::smallint as minute
      from numbered
    ), begun as (
      select player, month, session, ${exactMean('mean')} as first_mean, ${exactMean('deviation')} as first_deviation,
        avg(ex) as first_ex
      from timed where minute = 0 and ranked and mean is not null group by all
    )
    select t.* exclude (pause, session, played, month), t.month,
      date_trunc('month', min(t.moment) over (partition by t.player))::date as first_month, h.country, c.steps_type,
      c.meter, b.first_mean, b.first_deviation, b.first_ex
    from timed t left join history_charts c using (chart) left join history_players h on h.id = t.player
      left join begun b using (player, month, session);
    drop table history_plays`)
}

/**
 * SQL condition for plays received within `quietDays` after their month. Later ones are added to past months once a
 * year: each change of a published row draws its noise again, and a client may send plays of any past month at any time.
 */
function isInTime(until: number): string {
  const quietMs = quietDays * 86_400_000
  const yearStart = Date.UTC(new Date(until).getUTCFullYear(), 0)
  const monthEnd = `epoch_ms(date_trunc('month', make_timestamp(played * 1000)) + interval 1 month)`
  return `received < ${quietMs} + greatest(${monthEnd}, ${yearStart})`
}
