/**
 * Statements of a build that mark the withdrawn among the copied plays and delete those of the erased. `seen_charts` keeps which charts have
 * a board though nothing of it may be left: a play that counts was on it, or one was taken away.
 */
export function takeCopiedPlays(schema: string): string[] {
  return [
    `create temp table seen_charts on commit drop as
     select distinct chart from ${schema}.plays p
     where eligible or exists (select from ${schema}.staged_erasures e where e.player = p.player)`,
    `with withdrawn as (
       update ${schema}.plays p set withdrawn_at = w.at
       from (
         select distinct on (s.play_id) s.play_id, s.at
         from ${schema}.staged_withdrawals s
         join ${schema}.plays sent on sent.id = s.play_id and sent.player = s.player and s."offset" > sent."offset"
         order by s.play_id, s."offset"
       ) w
       where p.id = w.play_id
       returning p.chart
     )
     insert into seen_charts select chart from withdrawn`,
    `delete from ${schema}.plays p using ${schema}.staged_erasures e where p.player = e.player`,
  ]
}
