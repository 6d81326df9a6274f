import { fewestOfCountry, fewestPlayers } from '@stepledger/contracts/analysis/anonymity.ts'
import type { Duck } from './duck.ts'
import { pseudonym } from './pseudonym.ts'

/** What is published of a player at each level, from all to hardly anything. */
const playerLevels: readonly (readonly string[])[] = [
  ['country', 'since', 'plays', 'level', 'gain'],
  ['since', 'plays', 'level', 'gain'],
  ['plays', 'level', 'gain'],
  ['plays', 'level'],
  ['plays'],
]
const ofPlayer = ['country', 'since', 'plays', 'level', 'gain']

/**
 * Makes the tables that have no months: `published_players`, `published_event_standings`, `published_charts`,
 * `published_packs`.
 */
export async function publishTheRest(duck: Duck, secret: string): Promise<void> {
  await tellPlayers(duck, secret)
  await duck.run(`
    create table published_event_standings as
    with ranked as (
      select *, rank() over standing as place, row_number() over (standing rows unbounded preceding) - 1 as nth,
        count(*) over (partition by event, round, board) as participants
      from history_totals
      window standing as (partition by event, round, board order by points desc)
    ), grouped as (
      select *, least(nth // ${fewestPlayers}, participants // ${fewestPlayers} - 1) as neighbours
      from ranked where participants >= ${fewestPlayers}
    )
    select event, round, board, min(place) as from_rank, max(place) as to_rank, count(*) as players, avg(points) as points,
      avg(charts) as charts
    from grouped group by event, round, board, neighbours`)
  await duck.run(`
    create table published_charts as
    select c.*, coalesce((select list(pack order by pack) from history_pack_charts p semi join history_packs using (pack)
      where p.chart = c.chart), []) as packs
    from history_charts c`)
  await duck.run(
    'create table published_packs as select pack, name, songs, make_timestamp(added * 1000)::date as added from history_packs',
  )
}

async function tellPlayers(duck: Duck, secret: string): Promise<void> {
  await duck.run(`
    create table all_players as
    with countries as (
      select country, count(*) as players from history_players semi join plays on plays.player = history_players.id
      group by all
    ), progress as (
      select player, chart, last(ex order by moment, id) - first(ex order by moment, id) as gained
      from plays where ranked group by all having count(*) > 1
    ), gains as (select player, 2 * floor(median(gained) / 200) as gain from progress group by all)
    select p.player, case when c.country is null then null when c.players < ${fewestOfCountry} then 'other' else c.country end
        as country,
      year(min(moment)) as since, 10 ** floor(log10(count(*))) as plays, 3 * floor(max(meter) filter (where passed) / 3) as level,
      any_value(gain) as gain
    from plays p join history_players h on h.id = p.player left join countries c on c.country is not distinct from h.country
    left join gains on gains.player = p.player
    group by p.player, c.country, c.players;
    create table published_players (id UUID, player VARCHAR, country VARCHAR, since SMALLINT, plays INTEGER, level SMALLINT,
      gain SMALLINT)`)
  for (const level of playerLevels) {
    const shown = ofPlayer.map((column) => (level.includes(column) ? `p.${column}` : `null as ${column}`))
    await duck.run(`
      insert into published_players
      select player, ${pseudonym('player', secret)}, ${ofPlayer.join(', ')} from (
        select *, count(*) over (partition by ${level.join(', ')}) as alike
        from (select p.player, ${shown.join(', ')} from all_players p anti join published_players t on t.id = p.player)
      ) where alike >= ${fewestPlayers}`)
  }
}
