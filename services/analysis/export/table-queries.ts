import { fewestPlayers, sessionParts, windows } from '@stepledger/contracts/analysis/tables.ts'
import { boardNames } from '@stepledger/contracts/board-name.ts'
import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import { pointsAt } from '@stepledger/contracts/competition/points-formula.ts'
import { sessionBreakMs } from '@stepledger/contracts/http/play-sessions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { Generation } from '@stepledger/projections/generation.ts'

/** Creates the numbers of the players of a series: at random, and gone when the transaction ends. */
export const numberPlayers = `
  create temporary table series_players on commit drop as
    select id, country_id, (row_number() over (order by gen_random_uuid()))::integer as number
    from accounts.players where in_published_data;
  analyze series_players`

/** SQL of the published plays. */
const played = ({ schema }: Generation) =>
  `${schema}.plays p join series_players s on s.id = p.player where p.withdrawn_at is null`

/** A closed competition. `mostPlayers`: on one of its charts. */
interface ClosedCompetition extends Pick<CompetitionDocument, 'slug' | 'points'> {
  readonly mostPlayers: number
}

/**
 * Postgres queries of the published tables, by name, with the columns of the data dictionary in its order. `timing` is
 * counted from the ledger.
 */
export function tableQueries(
  generation: Generation,
  closed: readonly ClosedCompetition[],
): Readonly<Record<string, string>> {
  const { schema, rules } = generation
  return {
    plays: playsQuery(generation),
    event_scores: eventScoresQuery(generation, closed),
    countries: `
      select s.country_id, count(distinct s.id), count(*) from ${played(generation)} and s.country_id is not null
      group by s.country_id having count(distinct s.id) >= ${fewestPlayers} order by 1`,
    hours: `
      select extract(isodow from t), extract(hour from t), count(distinct id), count(*)
      from (select s.id, ${utc('p.played_at')} as t from ${played(generation)}) x
      group by 1, 2 having count(distinct id) >= ${fewestPlayers} order by 1, 2`,
    charts: `
      select hash, title, artist, steps_type, difficulty, meter, length, facts->'bpms'->>'min', facts->'bpms'->>'max',
        facts->>'peakNps', facts->'counts'->>'rows', facts->'counts'->>'holds', facts->'counts'->>'rolls',
        facts->'counts'->>'mines',
        coalesce((select max((m->>'measures')::int) from jsonb_array_elements(facts->'streams') m), 0),
        (select format('[%s]', string_agg(distinct f.pack::text, ',')) from ${schema}.simfile_charts c
          join ${schema}.simfiles f on f.id = c.simfile where c.hash = charts.hash and f.listed)
      from ${schema}.charts where described_by is not null and facts is not null order by hash`,
    packs: `
      select id, name, songs, ${utc('created_at')}::date from ${schema}.packs where listed order by id`,
  }

  function playsQuery(generation: Generation): string {
    const scores = boardNames.map((name) => {
      const place = rules.systems.findIndex((system) => system.name === name)
      return place < 0 ? 'null' : `p.hundredths[${place + 1}] / 100.0`
    })
    const statistic = (index: number) => `round(p.statistics[${index}]::numeric, 1)`
    const counts = windows.map(({ upTo }, i) => {
      const below = i === 0 ? '0' : within(rules, itemAt(windows, i - 1).upTo)
      return `${within(rules, upTo)} - ${below}`
    })
    const first = itemAt(rules.systems, 0).windows.length + 1
    const parts = sessionParts.map((minute) => `when minute >= ${minute} then ${minute}`).reverse()
    return `
      with paused as (
        select s.number, p.*, p.played_at - lag(p.played_at) over (partition by s.number order by p.played_at, p.id) as pause
        from ${played(generation)}
      ), sessions as (
        select *, count(*) filter (where pause is null or pause > ${sessionBreakMs})
          over (partition by number order by played_at, id rows unbounded preceding) as session
        from paused
      ), p as (
        select *, row_number() over (partition by number, chart order by played_at, id) as nth,
          (played_at - min(played_at) over (partition by number, session)) / 60000 as minute
        from sessions
      )
      select p.number, p.chart, date_trunc('week', ${utc('p.played_at')})::date, p.nth, case ${parts.join(' ')} end,
        p.rate, p.passed, p.eligible, ${scores.join(', ')}, ${statistic(2)}, ${statistic(1)}, ${statistic(3)},
        ${counts.join(', ')}, p.judgments[${first}], p.radar[1] + p.radar[5], p.radar[4] - p.radar[3]
      from p order by gen_random_uuid()`
  }
}

/** Published plays in the order of the ledger, whose rows `timing` counts. */
export const playPositionsQuery = (generation: Generation) =>
  `select p.partition, p."offset", p.chart from ${played(generation)} order by p.partition, p."offset"`

/** SQL of ms since 1970 as a timestamp in UTC. */
const utc = (ms: string) => `(to_timestamp(${ms} / 1000.0) at time zone 'UTC')`

/** SQL of the judged rows of a play within a window of any system that ends at `ms`; null if there is none. */
function within({ systems }: Rules, ms: number): string {
  let from = 1
  for (const { windows: own } of systems) {
    const last = own.findIndex(({ seconds }) => Math.abs(seconds * 1000 - ms) < 0.001)
    if (last >= 0)
      return `(${Array.from({ length: last + 1 }, (_, i) => `p.judgments[${from + i}]`).join(' + ')})`
    from += own.length + 1
  }
  return 'null::integer'
}

/** Ranks count all players, as on the public pages. */
function eventScoresQuery({ schema }: Generation, closed: readonly ClosedCompetition[]): string {
  const points = closed.map(({ slug, points, mostPlayers }) => {
    const byRank = Array.from({ length: mostPlayers }, (_, i) => pointsAt(points, i + 1))
    return `('${slug}', array[${byRank.join(', ')}]::integer[])`
  })
  const values = points.length === 0 ? "('', array[]::integer[])" : points.join(', ')
  return `
    select b.slug, b.round + 1, e.state->'document'->'boards'->>b.board, b.chart, s.number,
      c.hundredths[b.board + 1] / 100.0,
      f.points[1 + (select coalesce(sum(n), 0)::integer from unnest(b.players[:x.i - 1]) as n)]
    from ${schema}.event_boards b join (values ${values}) as f (slug, points) using (slug)
      join ${schema}.events e using (slug)
      join ${schema}.event_scores c using (slug, round, chart)
      join series_players s on s.id = c.player
      cross join lateral (select array_position(b.hundredths, c.hundredths[b.board + 1]) as i) x
    where x.i is not null order by gen_random_uuid()`
}
