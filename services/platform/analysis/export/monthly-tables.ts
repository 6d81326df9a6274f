import { boardNames } from '@stepledger/contracts/board-name.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { missJudgment } from '@stepledger/contracts/rules/scoring-system.ts'
import { type Duck, quoted } from './duck.ts'
import { layersOf } from './layers.ts'
import { judgmentsOf, placeOf } from './rules-boards.ts'

/** Plays that are compared with each other: at the speed of the song, and on no board otherwise. */
const ranked = '(select * from month_plays where ranked)'
const atItsSpeed = '(select * from month_plays where coalesce(rate, 1) = 1)'

/**
 * Makes `published_chart_months`, `published_judgments` and `published_sessions` of the plays of `month_plays`: sums
 * and means over cells in which enough players stand (layers.ts).
 */
export async function sumUpMonth(duck: Duck, rules: Rules, secret: string): Promise<void> {
  await duck.run(`
    create or replace table published_chart_months as
    with all_plays as (${layersOf(atItsSpeed, 'chart', secret)}),
    ranked_plays as (${layersOf(ranked, 'chart', secret)}),
    counts as (
      select month, chart, count(*) as plays, count(*) filter (where passed) as passed from all_plays group by all
    ), means as (
      select chart, avg(mean) as mean_offset, avg(absolute) as mean_absolute_offset, avg(deviation) as deviation,
        avg(hard_ex) / 100 as hard_ex, avg(ex) / 100 as ex, avg(itg) / 100 as itg
      from ranked_plays group by chart
    )
    select * from counts left join means using (chart)`)
  await duck.run(`
    create or replace table ranked_cells as
    select month, chart, string_split(judgments, ' ')::integer[] as judgments
    from (${layersOf(ranked, 'chart', secret)})`)
  const boards = boardNames.flatMap((board) => {
    const place = placeOf(rules, board)
    if (place < 0) return []
    const { from, names } = judgmentsOf(rules, place, missJudgment)
    return names.map((name, i) => `(${quoted(board)}, ${i + 1}, ${quoted(name)}, ${from + i + 1})`)
  })
  await duck.run(`
    create or replace table published_judgments as
    select month, chart, board, nth, judgment, count(*) as plays, sum(judgments[place]) as count
    from ranked_cells cross join (values ${boards.join(', ')}) as named(board, nth, judgment, place)
    group by all`)
  await duck.run(`
    create or replace table published_sessions as
    select month, minute, count(*) as plays, avg(mean - first_mean) as offset_change,
      avg(deviation - first_deviation) as deviation_change, avg(ex - first_ex) / 100 as ex_change
    from (${layersOf('(select * from month_plays where ranked and first_mean is not null and mean is not null)', 'minute', secret)})
    group by all`)
}
