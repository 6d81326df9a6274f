import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { TablesTx } from '../generation.ts'
import type { ChangedPlay } from '../read-model.ts'
import type { ChartCounts } from '../scoring/chart-counts.ts'
import {
  type ChartVerdict,
  chartVerifier,
  type ScoredHead,
  type VerifyWithChart,
} from '../scoring/chart-verifier.ts'
import { accepted } from './relations.ts'

type Candidate = ChangedPlay & ScoredHead

/** Plays that are looked at in one go. */
const chunk = 10_000

/**
 * Judges plays by the charts that packs have brought: those of `charts`, whose counts have changed, and `plays`, the new
 * ones that `unmetPlays` finds. Most plays fit their chart and stay as they are, so that only the others are read. Gives
 * those that are other than before.
 */
export async function rejudgePlays(
  into: TablesTx,
  { charts, plays }: { readonly charts: readonly string[]; readonly plays: readonly number[] },
): Promise<ChangedPlay[]> {
  const judged: ChangedPlay[] = []
  if (plays.length > 0) judged.push(...(await judge(into, await candidatesAmong(into, plays))))
  if (charts.length === 0) return judged
  // A cursor: it goes on with what was there when it was opened, whatever is written meanwhile.
  const { tx, schema } = into
  const ofThem = 'p.chart = any($1::text[])'
  await tx.query({
    // Each half has an index of its own.
    text: `declare meet_charts no scroll cursor for
      ${candidates(schema, `${ofThem} and p.withdrawn_at is null`, true)} union all ${candidates(schema, `${ofThem} and p.withdrawn_at is not null`, true)}`,
    values: [charts],
  })
  for (;;) {
    const { rows } = await tx.query<Candidate>({ text: `fetch ${chunk} from meet_charts` })
    judged.push(...(await judge(into, rows)))
    if (rows.length < chunk) break
  }
  await tx.query({ text: 'close meet_charts' })
  return judged
}

async function candidatesAmong({ tx, schema }: TablesTx, plays: readonly number[]): Promise<Candidate[]> {
  const { rows } = await tx.query<Candidate>({
    name: `${schema}_meet_candidates_v3`,
    text: candidates(schema, 'p.id = any($1::bigint[])', false),
    values: [plays],
  })
  return rows
}

/** The part of the statement of new plays that finds those among them that their chart may change: `unmet`. */
export function unverifiedPlays(schema: string): string {
  return `unmet as (select p.id from ${accepted} p where ${mayChange(schema, false)})`
}

function candidates(schema: string, which: string, wasKnown: boolean): string {
  return `
    select p.id as "playId", p.player, p.chart, p.played_at as "playedAt", p.rows, p.radar, p.passed, p.points, p.hundredths, p.reasons
    from ${schema}.plays p
    where ${which} and ${mayChange(schema, wasKnown)}`
}

/**
 * Of known charts, the plays that were failed, that fit none of what the chart may hold, or did not fit until now.
 * `wasKnown`: also of charts that are known no more, those that their counts had changed.
 */
function mayChange(schema: string, wasKnown: boolean): string {
  const counts = `select from ${schema}.chart_counts c where c.hash = p.chart`
  const depends = "p.passed is false or 'chart-mismatch' = any(p.reasons)"
  const fitsNone = `not exists (${counts} and c.rows = p.rows and c.holds = p.radar[2] and c.mines = p.radar[4] and c.rolls = p.radar[6])`
  return wasKnown
    ? `(${depends} or (exists (${counts}) and ${fitsNone}))`
    : `exists (${counts}) and (${depends} or ${fitsNone})`
}

/** Gives the plays that come to something else, which it writes. */
async function judge(into: TablesTx, plays: readonly Candidate[]): Promise<ChangedPlay[]> {
  if (plays.length === 0) return []
  const counts = await countsOfCharts(into, [...new Set(plays.map(({ chart }) => chart))])
  const changed = changedBy(meeterOf(into.rules), plays, counts)
  if (changed.length > 0) await write(into, changed)
  return changed.map(({ play: { playId, player, chart, playedAt } }) => ({ playId, player, chart, playedAt }))
}

async function countsOfCharts(
  { tx, schema }: TablesTx,
  charts: readonly string[],
): Promise<ReadonlyMap<string, readonly ChartCounts[]>> {
  const { rows } = await tx.query<ChartCounts & { hash: string }>({
    name: `${schema}_counts_of_charts_v1`,
    text: `select hash, rows, holds, rolls, mines from ${schema}.chart_counts where hash = any($1::text[])`,
    values: [charts],
  })
  const counts = new Map<string, ChartCounts[]>()
  for (const { hash, ...counted } of rows) counts.set(hash, [...(counts.get(hash) ?? []), counted])
  return counts
}

function changedBy(
  meet: VerifyWithChart,
  plays: readonly Candidate[],
  counts: ReadonlyMap<string, readonly ChartCounts[]>,
): { play: Candidate; met: ChartVerdict }[] {
  return plays.flatMap((play) => {
    const met = meet(play, counts.get(play.chart) ?? [])
    const same =
      met.reasons.length === play.reasons.length &&
      met.hundredths.every((value, i) => value === play.hundredths[i])
    return same ? [] : [{ play, met }]
  })
}

async function write(
  { tx, schema }: TablesTx,
  changed: readonly { play: Candidate; met: ChartVerdict }[],
): Promise<void> {
  await tx.query({
    name: `${schema}_meet_charts_v1`,
    text: `
      update ${schema}.plays p set hundredths = x.hundredths, reasons = x.reasons, eligible = x.eligible
      from jsonb_to_recordset($1::jsonb) as x(id bigint, hundredths integer[], reasons text[], eligible boolean)
      where p.id = x.id`,
    values: [JSON.stringify(changed.map(({ play, met }) => ({ id: play.playId, ...met })))],
  })
}

const meeters = new WeakMap<Rules, VerifyWithChart>()

/** Made once for the rules of a generation. */
function meeterOf(rules: Rules): VerifyWithChart {
  const meeter = meeters.get(rules) ?? chartVerifier(rules)
  meeters.set(rules, meeter)
  return meeter
}
