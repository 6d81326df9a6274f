import type { EventDocument } from '@stepledger/contracts/rules/event-document.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { Tables } from '../generation.ts'

/** Of an event what decides which plays count. */
export type EventWindows = Pick<EventDocument, 'rounds' | 'grace' | 'failedPlaysCount' | 'boards'>

/** A statement with its values. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * A statement that gives the best counting scores of an event, a row for each player on each chart of each round:
 * round, chart, player, hundredths in the order of the document's boards. A play counts when it may be on the boards
 * (or was only failed, where the event says so), was played within the window and came in before the end of the grace.
 * `pairs`: only of these players on these charts.
 */
export function countingScores(
  { schema, rules }: Tables,
  event: EventWindows,
  pairs?: readonly { readonly chart: string; readonly player: string }[],
): Statement {
  const charts = event.rounds.flatMap((round, i) =>
    round.charts.map((chart) => ({
      round: i + 1,
      chart,
      from: round.start,
      to: round.end,
      until: round.end + event.grace * 1_000,
    })),
  )
  const best = systemsOf(rules, event.boards).map((system) =>
    // Boards that the rules do not have are empty of points, not missing.
    system === null ? '0' : `max(a.hundredths[${system + 1}])`,
  )
  return {
    text: `
      select c.round, a.chart, a.player, array[${best.join(', ')}]::smallint[] as hundredths
      from unnest($1::smallint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[]) as c(round, chart, "from", "to", until)
      ${pairs ? `join (select distinct x.chart collate "C" as chart, x.player from unnest($6::text[], $7::uuid[]) as x(chart, player)) pair on pair.chart = c.chart` : ''}
      join ${schema}.attempts a on a.chart = c.chart collate "C"
        ${pairs ? 'and a.player = pair.player' : ''}
        and a.played_at >= c."from" and a.played_at < c."to" and a.at < c.until
        and (a.counts${event.failedPlaysCount ? ' or a.only_failed' : ''})
      group by c.round, a.chart, a.player`,
    values: [
      charts.map(({ round }) => round),
      charts.map(({ chart }) => chart),
      charts.map(({ from }) => from),
      charts.map(({ to }) => to),
      charts.map(({ until }) => until),
      ...(pairs ? [pairs.map(({ chart }) => chart), pairs.map(({ player }) => player)] : []),
    ],
  }
}

/** The places of the boards among the systems of the rules; null for one that the rules do not have. */
export function systemsOf({ systems }: Rules, boards: EventDocument['boards']): (number | null)[] {
  return boards.map((board) => {
    const i = systems.findIndex(({ name }) => name === board)
    return i < 0 ? null : i
  })
}
