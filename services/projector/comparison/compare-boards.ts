import type { BoardChanges, TopEntry } from '@stepledger/contracts/rules/rules-report.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import { hundredthsOf } from '@stepledger/projections/rank-key.ts'
import { systemIds } from '@stepledger/projections/scoring/systems-sql.ts'
import { z } from 'zod'
import type { Generations } from './aligned-snapshot.ts'
import { commonSystems } from './compare-scores.ts'

const places = 10
const maxListed = 200
const maxPlayers = 200

/** Compares the first ten places of every board, in systems that both rules have. */
export async function compareBoards(tx: Queryable, generations: Generations): Promise<BoardChanges> {
  const { live, preview } = generations
  const systems = commonSystems(live.rules, preview.rules)
  const ids = systemIds({ systems })
  const tops = (schema: string) => `
    select chart, system, array_agg(player order by nth) as players, array_agg(key order by nth) as keys
    from (
      select chart, system, player, key,
        row_number() over (partition by chart, system order by key desc, player desc) as nth
      from ${schema}.best where system = any(${ids})
    ) ranked where nth <= ${places} group by chart, system`
  const compared = `
    with compared as (
      select chart, system, coalesce(b.players, '{}') as before, coalesce(a.players, '{}') as after,
        coalesce(b.keys, '{}') as before_keys, coalesce(a.keys, '{}') as after_keys
      from (${tops(live.schema)}) b full join (${tops(preview.schema)}) a using (chart, system)
    )`
  const counted = await tx.query({
    text: `${compared}
      select count(*) as boards, count(*) filter (where before <> after) as changed,
        count(*) filter (where before[1] is distinct from after[1]) as firsts from compared`,
  })
  const listed = await tx.query({
    text: `${compared}
      select c.chart, c.system, c.before, c.after, c.before_keys, c.after_keys,
        coalesce(n.title, o.title, '') as title
      from compared c
      left join ${preview.schema}.charts n on n.hash = c.chart
      left join ${live.schema}.charts o on o.hash = c.chart
      where before <> after
      order by (before[1] is distinct from after[1]) desc,
        (select count(*) from generate_series(1, ${places}) i where before[i] is distinct from after[i]) desc,
        c.chart, c.system
      limit ${maxListed}`,
  })
  const moved = await tx.query({
    text: `${compared}, held as (
      select player, (nth = 1)::int as first_before, 1 as top_before, 0 as first_after, 0 as top_after
        from compared, unnest(before) with ordinality as t(player, nth)
      union all
      select player, 0, 0, (nth = 1)::int, 1
        from compared, unnest(after) with ordinality as t(player, nth)
    )
    select player, sum(first_before)::int as first_before, sum(first_after)::int as first_after,
      sum(top_before)::int as top_before, sum(top_after)::int as top_after
    from held group by player
    having sum(first_before) <> sum(first_after) or sum(top_before) <> sum(top_after)
    order by abs(sum(first_after) - sum(first_before)) desc, abs(sum(top_after) - sum(top_before)) desc, player
    limit ${maxPlayers}`,
  })
  const nameOf = new Map(systems.map(({ id, name }) => [id, name]))
  return {
    ...countRows.parse(counted.rows)[0],
    list: listRows.parse(listed.rows).map((row) => ({
      chart: row.chart,
      title: row.title,
      system: nameOf.get(row.system) ?? String(row.system),
      before: entries(row.before, row.before_keys),
      after: entries(row.after, row.after_keys),
    })),
    players: playerRows.parse(moved.rows).map((row) => ({
      player: row.player,
      firsts: { before: row.first_before, after: row.first_after },
      top: { before: row.top_before, after: row.top_after },
    })),
  }
}

function entries(players: readonly string[], keys: readonly number[]): TopEntry[] {
  return players.map((player, i) => ({ player, hundredths: hundredthsOf(keys[i] ?? 0) }))
}

const countRows = z.tuple([z.object({ boards: z.int(), changed: z.int(), firsts: z.int() })])
const listRows = z.array(
  z.object({
    chart: z.string(),
    system: z.int(),
    title: z.string(),
    before: z.array(z.string()),
    after: z.array(z.string()),
    before_keys: z.array(z.int()),
    after_keys: z.array(z.int()),
  }),
)
const playerRows = z.array(
  z.object({
    player: z.string(),
    first_before: z.int(),
    first_after: z.int(),
    top_before: z.int(),
    top_after: z.int(),
  }),
)
