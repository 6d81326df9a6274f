import { measures } from '@stepledger/contracts/analysis/measure.ts'
import { boardNames } from '@stepledger/contracts/board-name.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { isCompared, judgmentsOf, placeOf, rankedPopulation } from './compared-plays.ts'
import { type Duck, quoted } from './duck.ts'
import { noisyCells } from './noisy-cells.ts'
import { asUnit, exactMean, meanOf, percentOf } from './sums-and-means.ts'

/** Creates `published_chart_months` and `published_judgments` from `month_plays`. */
export async function publishCharts(duck: Duck, rules: Rules): Promise<void> {
  await publishChartMonths(duck)
  await publishJudgments(duck, rules)
}

/** Columns of `chart_months` over ranked plays: SQL of a play's value, and its measure. */
const rankedMeans = {
  hard_ex: { value: 'hard_ex / 100', measure: measures.hardEx },
  ex: { value: 'ex / 100', measure: measures.ex },
  itg: { value: 'itg / 100', measure: measures.itg },
  mean_offset: { value: 'mean', measure: measures.meanOffset },
  mean_absolute_offset: { value: 'absolute', measure: measures.absoluteOffset },
  deviation: { value: 'deviation', measure: measures.deviation },
} as const

async function publishChartMonths(duck: Duck): Promise<void> {
  const columns = Object.entries(rankedMeans)
  const all = noisyCells({
    table: 'chart_months',
    from: `select player, chart, ${exactMean('passed::integer')} as passed from month_plays
      where coalesce(rate, 1) = 1 and passed is not null group by all`,
    cell: ['chart'],
    sums: ['passed'],
  })
  const ranked = noisyCells({
    table: rankedPopulation,
    from: `select player, chart,
        ${columns.map(([name, { value, measure }]) => `${exactMean(asUnit(value, measure))} as ${name}`).join(', ')}
      from month_plays where ${isCompared} group by all`,
    cell: ['chart'],
    sums: columns.map(([name]) => name),
  })
  const means = columns.map(
    ([name, { measure }]) => `${meanOf(`r.${name}`, 'r.players', measure)} as ${name}`,
  )
  await duck.run(`
    create or replace table published_chart_months as
    select m.month, a.chart, round(a.players) as players, greatest(0, least(100, ${percentOf('a.passed', 'a.players')})) as passed,
      round(r.players) as ranked_players, ${means.join(', ')}
    from (${all}) a left join (${ranked}) r using (chart) cross join this_month m`)
}

async function publishJudgments(duck: Duck, rules: Rules): Promise<void> {
  const boards = boardNames.flatMap((board) => {
    const place = placeOf(rules, board)
    if (place < 0) return []
    const { from, names } = judgmentsOf(rules, place)
    return [{ board, from, names }]
  })
  const shares = boards.flatMap(({ from, names }) => {
    const counts = `judgments[${from + 1}:${from + names.length}]`
    return names.map((_, i) => ({
      name: `share_${from + i + 1}`,
      sql: `coalesce(judgments[${from + i + 1}] / nullif(list_sum(${counts}), 0), 0)`,
    }))
  })
  const named = boards.flatMap(({ board, from, names }) =>
    names.map((name, i) => `(${quoted(board)}, ${i + 1}, ${quoted(name)}, ${from + i + 1})`),
  )
  const cells = noisyCells({
    table: 'judgments',
    population: rankedPopulation,
    from: `select player, chart, ${shares.map(({ name, sql }) => `${exactMean(sql)} as ${name}`).join(', ')}
      from (select id, player, chart, string_split(judgments, ' ')::integer[] as judgments from month_plays where ${isCompared})
      group by all`,
    cell: ['chart'],
    sums: shares.map(({ name }) => name),
  })
  await duck.run(`
    create or replace table published_judgments as
    select m.month, chart, board, nth, judgment, round(players) as players, ${percentOf('shares[place]', 'players')} as share
    from (select chart, players, [${shares.map(({ name }) => name).join(', ')}] as shares from (${cells}))
      cross join (values ${named.join(', ')}) as named (board, nth, judgment, place) cross join this_month m`)
}
