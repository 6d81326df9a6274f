import { stagedErasures, stagedRivals } from '../bulk/staging.ts'

/** Statements of a build that fill `players`, `player_charts` and `rivals`. */
export function fillPlayers(schema: string): string[] {
  const erasures = `${schema}.${stagedErasures.name}`
  const rivals = `${schema}.${stagedRivals.name}`
  return [
    `insert into ${schema}.players (id, plays, erased_at)
     select player, count(*) filter (where withdrawn_at is null), null from ${schema}.plays group by player
     union all
     select player, 0, min(at) from ${erasures} group by player`,
    `insert into ${schema}.player_charts (player, chart, plays, title_key, search, meter)
     select counted.player, counted.chart, counted.plays, c.title_key, c.search, c.meter
     from (
       select player, chart, count(*) as plays from ${schema}.plays where withdrawn_at is null group by player, chart
     ) counted
     join ${schema}.charts c on c.hash = counted.chart`,
    `insert into ${schema}.rivals (player, rival, since)
     select distinct on (player, rival) player, rival, r.at
     from ${rivals} r
     left join (
       select player, rival, max("offset") as unfollowed from ${rivals} where not follows group by player, rival
     ) last using (player, rival)
     where r.follows and r."offset" > coalesce(last.unfollowed, -1)
       and not exists (select from ${erasures} e where e.player in (r.player, r.rival))
     order by player, rival, r."offset"`,
  ]
}
