import type { Duck } from './duck.ts'

/** A session ends with a break longer than this. */
const breakHours = 2
const lastMinute = 240

/**
 * Makes `plays` of the staged tables, of what was played before `until`, ms since 1970: with the moment and the month
 * of each, what its chart is, and how it stands in its session: `minute`, and the means of the session's first quarter
 * of an hour (null where that has no ranked play). Fractions are added up in order: in another one their sum differs in
 * its last bit, and the month would look changed.
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
      select player, session, avg(mean order by played, id) as first_mean, avg(deviation order by played, id) as first_deviation,
        avg(ex) as first_ex
      from timed where minute = 0 and ranked and mean is not null group by all
    )
    select t.* exclude (pause, session, played), t.moment::date - (day(t.moment) - 1)::integer as month, c.steps_type,
      c.meter, b.first_mean, b.first_deviation, b.first_ex
    from timed t left join history_charts c using (chart) left join begun b using (player, session);
    drop table history_plays`)
}
