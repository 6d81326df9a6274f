import type { questions } from '@stepledger/contracts/analysis/questions.ts'

/** Columns of the answers that both engines compute, in Postgres on the tables of the site, with ids instead of numbers. */
export const fromDatabase: Record<(typeof questions)[number]['name'], string> = {
  'session-drift': `
    with parts as (select player, part, avg(mean) as mean, avg(deviation) as deviation from p where ranked group by 1, 2)
    select l.part as minute, avg(l.mean - b.mean) as "later, ms", avg(l.deviation - b.deviation) as "wider, ms",
      count(*) as players
    from parts l join parts b on b.player = l.player and b.part = 0 where l.part > 0 group by 1 order by 1`,
  'over-rated-charts': `
    with scores as (
      select title || ', ' || difficulty || ' ' || meter as name, meter, avg(ex) as ex, count(distinct player) as players
      from p join c using (chart) where ranked and meter is not null group by chart, 1, 2 having count(distinct player) >= 5
    ), line as (select regr_slope(ex, meter) as slope, regr_intercept(ex, meter) as start from scores)
    select name, ex - start - slope * meter as above, ex, players from scores, line order by above desc, name limit 12`,
  'who-improves': `
    with gains as (
      select player, (array_agg(ex order by at desc, id desc))[1] - (array_agg(ex order by at, id))[1] as gain
      from p where ranked group by player, chart having count(*) > 1
    ), levels as (select player, max(meter) / 3 * 3 as level from p join c using (chart) where passed group by 1)
    select level, avg(gain) as gain, count(distinct player) as players from gains join levels using (player)
    group by 1 order by 1`,
  'judgments-by-speed': `
    with s as (
      select floor(nps / 2) * 2 as speed, sum(judgments[15]) as w23, sum(judgments[8]) as w15, sum(judgments[16]) as excellent,
        sum(judgments[17]) as great, sum(judgments[18] + judgments[19]) as worse, sum(judgments[20]) as miss,
        sum(judgments[15] + judgments[16] + judgments[17] + judgments[18] + judgments[19] + judgments[20]) as judged
      from p join c using (chart) where ranked group by 1
    )
    select speed, 100.0 * w15 / judged as "to 15 ms", 100.0 * (w23 - w15) / judged as "to 23 ms",
      100.0 * excellent / judged as excellent, 100.0 * great / judged as great, 100.0 * worse / judged as "decent, way off",
      100.0 * miss / judged as miss
    from s order by 1`,
  'streams-and-accuracy': `
    select streams, avg(deviation) as deviation, title from p join c using (chart)
    where ranked and deviation is not null and meter is not null
    group by chart, title, streams, meter having count(distinct player) >= 5 order by meter, streams, chart`,
  // From the ledger: compared with the steps of the public pages (export.test.ts).
  'timing-of-charts': '',
  'early-or-late': '',
  'pass-rate': `
    select meter, 100.0 * count(*) filter (where passed) / count(*) as passed, count(*) as plays,
      count(distinct player) as players
    from p join c using (chart) where passed is not null and coalesce(rate, 1) = 1 and meter is not null group by 1 order by 1`,
  'boards-by-meter': `
    select meter, avg(hardex) as "HardEX", avg(ex) as "EX", avg(itg) as "ITG", count(*) as plays
    from p join c using (chart) where ranked and meter is not null group by 1 order by 1`,
  'event-gaps': `
    select row_number() over (partition by board order by t.points desc) as rank,
      (array['HardEX', 'EX', 'ITG'])[t.board + 1] as board, t.points
    from $live.event_totals t join accounts.players a on a.id = t.player and a.in_published_data where round = 0
    order by 2, 1`,
  'active-players': `
    with w as (select distinct player, week, min(week) over (partition by player) as first from p)
    select week::text as week, count(*) as players, count(*) filter (where week = first) as "new players"
    from w group by w.week order by 1`,
  'who-comes-back': `
    with w as (select distinct player, week, min(week) over (partition by player) as first from p),
      b as (select player, (select max(week) from p) - min(week) as days from p group by player)
    select later / 7 as weeks, 100.0 * count(*) / (select count(*) from b where days >= later) as share,
      count(*) as players
    from (select week - first as later from w) l group by later order by 1`,
  improvement: `
    with r as (
      select ex - first_value(ex) over w as gain, (week - first_value(week) over w) / 28 as months, player,
        row_number() over w as nth
      from p where ranked window w as (partition by player, chart order by at, id)
    )
    select months, avg(gain) as gain, count(*) as plays, count(distinct player) as players
    from r where nth > 1 group by 1 order by 1`,
  'hours-of-play': `
    with h as (
      select extract(hour from t) as hour, count(*) as plays from p group by extract(isodow from t), 1
      having count(distinct player) >= 5
    )
    select hour, sum(plays) as plays from h group by 1 order by 1`,
  'ex-of-a-chart': `
    with most as (select chart from p where ranked group by 1 order by count(*) desc, chart limit 1)
    select floor(ex) as ex, count(*) as plays, count(distinct player) as players
    from p join most using (chart) where ranked group by floor(ex) order by 1`,
  'high-scores': `
    with best as (select max(hardex) as h, max(ex) as e, max(itg) as i from p where ranked group by player, chart)
    select score, (select count(*) from best where floor(h) = score) as "HardEX",
      (select count(*) from best where floor(e) = score) as "EX", (select count(*) from best where floor(i) = score) as "ITG"
    from generate_series(80, 100) as score order by 1`,
  'other-formula': `
    with s as (
      select player, greatest(0, 101 - rank() over (partition by chart order by hundredths[2] desc)) as other
      from $live.event_scores s join accounts.players a on a.id = s.player and a.in_published_data where hundredths[2] >= 0
    ), sums as (select player, sum(other) as other from s group by 1)
    select rank() over (order by points desc) as place, rank() over (order by other desc) as "other place", points,
      other as "other points"
    from sums join $live.event_totals t using (player) where t.round = 0 and t.board = 1
    order by place, "other place"`,
}

/** The plays and charts that the questions are about, with exact values. */
export const views = `
  create materialized view p as
    select p.id, p.player, p.chart, p.played_at as at, t, date_trunc('week', t)::date as week, p.passed, p.rate,
      p.eligible as ranked, p.hundredths[1] / 100.0 as hardex, p.hundredths[2] / 100.0 as ex, p.hundredths[3] / 100.0 as itg,
      p.statistics[2] as mean, p.statistics[3] as deviation, p.judgments,
      case when minutes < 15 then 0 when minutes < 30 then 15 when minutes < 60 then 30 else 60 end as part
    from $live.plays p join accounts.players a on a.id = p.player and a.in_published_data,
      lateral (select to_timestamp(p.played_at / 1000.0) at time zone 'UTC' as t) x,
      -- A session begins with the last play before this one, or this one, that follows a break.
      lateral (select (p.played_at - max(q.played_at)) / 60000 as minutes from $live.plays q
        where q.player = p.player and q.withdrawn_at is null and (q.played_at, q.id) <= (p.played_at, p.id)
          and not exists (select from $live.plays r where r.player = q.player and r.withdrawn_at is null
            and (r.played_at, r.id) < (q.played_at, q.id) and r.played_at >= q.played_at - 7200000)) y
    where p.withdrawn_at is null;
  create view c as
    select hash as chart, title, difficulty, meter, (facts->>'peakNps')::float as nps,
      (facts->'streams'->0->>'measures')::int as streams
    from $live.charts where described_by is not null`
