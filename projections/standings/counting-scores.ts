import type { CountedCompetition } from '@stepledger/contracts/competition/competition.ts'
import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { Tables } from '../generation.ts'
import { takesPart } from '../participation/takes-part.ts'
import { valuesOf } from '../values-of.ts'
import { chartWindows, inWindow } from './window-and-grace.ts'

/** The parts of a competition that decide which plays count. */
export type CompetitionWindows = Pick<
  CountedCompetition,
  'slug' | 'access' | 'rounds' | 'grace' | 'failedPlaysCount' | 'boards' | 'takenOut'
>

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * Returns the statement that selects the best counting scores of a competition, one row per player, chart and round:
 * round, chart, player, hundredths in the order of the document's boards. A play counts if the rules allow it
 * (`countsByRules`), was played within the window and was received before the end of the grace. `pairs`: only these
 * players on these charts.
 */
export function countingScores(
  { schema, rules }: Tables,
  competition: CompetitionWindows,
  pairs?: readonly { readonly chart: string; readonly player: string }[],
): Statement {
  const charts = chartWindows(competition)
  const best = systemsOf(rules, competition.boards).map((system) =>
    // A board that the rules do not have scores 0.
    system === null ? '0' : `max(a.hundredths[${system + 1}])`,
  )
  return {
    text: `
      select c.round, a.chart, a.player, array[${best.join(', ')}]::smallint[] as hundredths
      from ${charts.text}
      ${pairs ? `join (select distinct x.chart collate "C" as chart, x.player from unnest($8::text[], $9::uuid[]) as x(chart, player)) pair on pair.chart = c.chart` : ''}
      join ${schema}.attempts a on a.chart = c.chart collate "C"
        ${pairs ? 'and a.player = pair.player' : ''}
        and ${inWindow('a', 'c')}
        and ${countsByRules(schema, competition)}
      group by c.round, a.chart, a.player`,
    values: [...charts.values, ...(pairs ? valuesOf(pairs, 'chart', 'player') : [])],
  }
}

/**
/**
 * SQL: whether an attempt `a` counts by the rules of the competition and of the round `c` with its chart: its player takes
 * part (by `until`, ms since 1970), it is eligible for boards (or was only failed, where the competition allows it), was
 * not taken out by organisers, is without CMod or allowed to have it, and is the first one that was received, where only
 * that counts. A first attempt that its player withdrew, or organisers took out, stays the first one.
 */
export function countsByRules(
  schema: string,
  competition: Pick<CompetitionWindows, 'slug' | 'access' | 'failedPlaysCount' | 'rounds' | 'takenOut'>,
  until?: number,
): string {
  const { failedPlaysCount, rounds, takenOut } = competition
  const conditions = [
    `(a.counts${failedPlaysCount ? ' or a.only_failed' : ''})`,
    takesPart(schema, competition, until),
  ]
  if (takenOut.length > 0) conditions.push(`a.play_id <> all('{${takenOut.map(Number).join()}}'::bigint[])`)
  if (rounds.some(({ cmod }) => !cmod)) conditions.push('(c.cmod or a.cmod is false)')
  if (rounds.some(({ attempts }) => attempts === 'first'))
    conditions.push(`(not c.first or not (${isAnyEarlier(schema, 'a', 'c')}))`)
  return conditions.join(' and ')
}

/**
 * SQL: whether another attempt of the player on the chart was received earlier in the window of the round, unless an
 * operator withdrew it. `play`: alias of a row with play_id, chart, player, at; `round`: see `inWindow`.
 */
export function isAnyEarlier(schema: string, play: string, round: string): string {
  const earlier = (id: string) =>
    `e.chart = ${play}.chart and e.player = ${play}.player and (e.at, ${id}) < (${play}.at, ${play}.play_id) and ${inWindow('e', round)}`
  return `exists (select from ${schema}.attempts e where ${earlier('e.play_id')})
    or exists (select from ${schema}.plays e where e.withdrawn_at is not null and e.withdrawn_by = 'player' and ${earlier('e.id')})`
}

/** Returns the index of each board among the systems of the rules; null if the rules do not have it. */
export function systemsOf({ systems }: Rules, boards: CompetitionDocument['boards']): (number | null)[] {
  return boards.map((board) => {
    const i = systems.findIndex(({ name }) => name === board)
    return i < 0 ? null : i
  })
}
