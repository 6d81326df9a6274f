import { type CompetitionState, countedCompetition } from '@stepledger/contracts/competition/competition.ts'
import type { TablesTx } from '../generation.ts'
import { valuesOf } from '../values-of.ts'
import { countsByRules, systemsOf } from './counting-scores.ts'
import { type DailyTotals, dailyTotals, lastDayEnd, type TimedScore } from './daily-totals.ts'
import { chartWindows, inWindow } from './window-and-grace.ts'

/** Rows read or written per statement. */
const chunkSize = 5_000

/** In place of the document's offset: plays of days with totals changed since. */
const outdated = -1

/** Marks the daily totals of competitions as outdated if they include a day at or after `playedAt`, ms since 1970. */
export async function markDailyTotalsOutdated(
  { tx, schema }: TablesTx,
  changed: readonly { readonly slug: string; readonly playedAt: number }[],
): Promise<void> {
  if (changed.length === 0) return
  await tx.query({
    text: `
      update ${schema}.event_days_kept k set document_offset = ${outdated}
      from unnest($1::text[], $2::bigint[]) as x(slug, played_at) where k.slug = x.slug collate "C" and k.until > x.played_at`,
    values: valuesOf(changed, 'slug', 'playedAt'),
  })
}

/**
 * Whether the daily totals of a competition are outdated: a day has ended since, plays of the days before changed, or the
 * document changed. Those of a closed competition are final.
 */
export async function areDailyTotalsOutdated(
  { tx, schema }: TablesTx,
  { document, offset, closed }: CompetitionState,
  now: number,
): Promise<boolean> {
  const until = lastDayEnd(document, now)
  if (until === null) return false
  const { rows } = await tx.query<{ until: number; document_offset: number }>({
    text: `select until, document_offset from ${schema}.event_days_kept where slug = $1`,
    values: [document.slug],
  })
  const [kept] = rows
  if (!kept) return true
  if (kept.document_offset === outdated) return true
  return closed === null && (kept.until !== until || kept.document_offset !== offset)
}

/**
 * Recomputes the daily totals of a competition from attempts, in the caller's transaction: each player's points at the
 * end of each day that is over by `now`, ms since 1970. A million plays take some seconds. A play received later counts on
 * the day it was played.
 */
export async function writeDailyTotals(into: TablesTx, state: CompetitionState, now: number): Promise<void> {
  const { tx, schema } = into
  const { document, offset } = state
  const { slug } = document
  const until = lastDayEnd(document, now)
  if (until === null) return
  const totals = await dailyTotals(document, until, timedScores(into, state))
  // Blocks concurrent erasures of players from here on, so that they delete the rows written below.
  await tx.query({ text: `lock table ${schema}.event_days in share row exclusive mode` })
  await tx.query({ text: `delete from ${schema}.event_days where slug = $1`, values: [slug] })
  for (let from = 0; from < totals.length; from += chunkSize)
    await insert(into, slug, totals.slice(from, from + chunkSize))
  await tx.query({
    text: `delete from ${schema}.event_days d using ${schema}.players p where d.slug = $1 and p.id = d.player and p.erased_at is not null`,
    values: [slug],
  })
  await tx.query({
    text: `
      insert into ${schema}.event_days_kept (slug, until, document_offset) values ($1, $2, $3)
      on conflict (slug) do update set until = excluded.until, document_offset = excluded.document_offset`,
    values: [slug, until, offset],
  })
}

async function insert({ tx, schema }: TablesTx, slug: string, totals: readonly DailyTotals[]): Promise<void> {
  await tx.query({
    text: `
      insert into ${schema}.event_days (slug, round, board, player, points, ranks)
      select $1, x.round, x.board, x.player, x.points::integer[], x.ranks::integer[]
      from unnest($2::smallint[], $3::smallint[], $4::uuid[], $5::text[], $6::text[]) as x(round, board, player, points, ranks)`,
    values: [
      slug,
      ...valuesOf(totals, 'round', 'board', 'player'),
      totals.map(({ points }) => `{${points.join()}}`),
      totals.map(({ ranks }) => `{${ranks.join()}}`),
    ],
  })
}

/** Yields every counting play in order of play, with its player's best on the chart so far. */
async function* timedScores(
  { tx, schema, rules }: TablesTx,
  state: CompetitionState,
): AsyncGenerator<TimedScore> {
  const { document } = state
  const competition = countedCompetition(state)
  const charts = chartWindows([competition])
  const best = systemsOf(rules, document.boards).map((system) =>
    system === null ? '0' : `max(a.hundredths[${system + 1}]) over played`,
  )
  await tx.query({
    text: `
      declare timed_scores no scroll cursor for
      select c.round, c.chart, a.player, a.played_at as "playedAt", array[${best.join(', ')}]::smallint[] as hundredths
      from ${charts.text}
      join ${schema}.attempts a on a.chart = c.chart collate "C"
        and ${inWindow('a', 'c')}
        and ${countsByRules(schema, [competition])}
      window played as (partition by c.round, c.chart, a.player order by a.played_at, a.play_id rows unbounded preceding)
      order by a.played_at, a.play_id`,
    values: [...charts.values],
  })
  for (;;) {
    const { rows } = await tx.query<TimedScore>({ text: `fetch ${chunkSize} from timed_scores` })
    yield* rows
    if (rows.length < chunkSize) break
  }
  await tx.query({ text: 'close timed_scores' })
}
