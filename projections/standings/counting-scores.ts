import type { CountedCompetition } from '@stepledger/contracts/competition/competition.ts'
import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { Tables } from '../generation.ts'
import { participationIn, takesPart } from '../participation/takes-part.ts'
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
 * Returns the statement that selects the best counting scores of competitions with the same boards, one row per
 * competition, player, chart and round: slug, round, chart, player, hundredths in the order of the boards. A play counts if
 * the rules allow it (`countsByRules`), was played within the window and was received before the end of the grace. `pairs`:
 * only these players on these charts.
 */
export function countingScores(
  { schema, rules }: Tables,
  competitions: readonly CompetitionWindows[],
  pairs?: readonly { readonly chart: string; readonly player: string }[],
): Statement {
  const charts = chartWindows(competitions)
  const best = systemsOf(rules, competitions[0]?.boards ?? []).map((system) =>
    // A board that the rules do not have scores 0.
    system === null ? '0' : `max(a.hundredths[${system + 1}])`,
  )
  return {
    text: `
      select c.slug collate "C" as slug, c.round, a.chart, a.player, array[${best.join(', ')}]::smallint[] as hundredths
      from ${charts.text}
      ${pairs ? `join (select distinct x.chart collate "C" as chart, x.player from unnest($12::text[], $13::uuid[]) as x(chart, player)) pair on pair.chart = c.chart` : ''}
      join ${schema}.attempts a on a.chart = c.chart collate "C"
        ${pairs ? 'and a.player = pair.player' : ''}
        and ${inWindow('a', 'c')}
        and ${countsByRules(schema, competitions)}
      group by c.slug, c.round, a.chart, a.player`,
    values: [...charts.values, ...(pairs ? valuesOf(pairs, 'chart', 'player') : [])],
  }
}

/**
 * SQL: whether an attempt `a` counts by the rules of its competition and of the round `c` with its chart: its player takes
 * part (by `until`, ms since 1970), it is eligible for boards (or was only failed, where the competition allows it), was
 * not taken out by organisers, is without CMod or allowed to have it, and is the first one that was received, where only
 * that counts. A first attempt that its player withdrew, or organisers took out, stays the first one. For several
 * competitions `c` is that of `chartWindows`.
 */
export function countsByRules(
  schema: string,
  competitions: readonly Pick<
    CompetitionWindows,
    'slug' | 'access' | 'failedPlaysCount' | 'rounds' | 'takenOut'
  >[],
  until?: number,
): string {
  const [one, another] = competitions
  const rounds = competitions.flatMap((competition) => competition.rounds)
  const { failed, takenOut, ...of } = one && !another ? constantsOf(one) : columnsOfWindows
  const conditions = [`(a.counts or (${failed} and a.only_failed))`, takesPart(schema, of, until)]
  if (competitions.some((competition) => competition.takenOut.length > 0))
    conditions.push(`a.play_id <> all(${takenOut}::bigint[])`)
  if (rounds.some(({ cmod }) => !cmod)) conditions.push('(c.cmod or a.cmod is false)')
  if (rounds.some(({ attempts }) => attempts === 'first'))
    conditions.push(`(not c.first or not (${isAnyEarlier(schema, 'a', 'c')}))`)
  return conditions.join(' and ')
}

/** Of several competitions: columns of `chartWindows`. */
const columnsOfWindows = { slug: 'c.slug', open: 'c.open', failed: 'c.failed', takenOut: 'c.taken_out' }

/** The same of one, as SQL literals. */
function constantsOf(
  one: Pick<CompetitionWindows, 'slug' | 'access' | 'failedPlaysCount' | 'takenOut'>,
): typeof columnsOfWindows {
  return {
    ...participationIn(one),
    failed: String(one.failedPlaysCount),
    takenOut: `'{${one.takenOut.join()}}'`,
  }
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
