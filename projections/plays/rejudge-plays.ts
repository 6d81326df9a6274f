import { groupBy } from '@stepledger/contracts/group-by.ts'
import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { TablesTx } from '../generation.ts'
import type { ChangedPlay, RescoredPlay } from '../read-model.ts'
import {
  type ChartVerdict,
  chartVerifier,
  type ScoredHead,
  type VerifyWithChart,
} from '../scoring/chart-verifier.ts'

type Candidate = ChangedPlay & ScoredHead

/** Rows fetched at a time. */
const fetchSize = 10_000

/**
 * Verifies plays against the charts that packs define: all plays on `charts`, whose counts changed, and the new
 * `plays` for which `mayChange` holds. Most plays match their chart, so SQL filters them out and only the others are read.
 * Returns the plays that changed.
 */
export async function rejudgePlays(
  into: TablesTx,
  { charts, plays }: { readonly charts: readonly string[]; readonly plays: readonly number[] },
): Promise<RescoredPlay[]> {
  const changed: RescoredPlay[] = []
  if (plays.length > 0) changed.push(...(await verify(into, await candidatesAmong(into, plays))))
  if (charts.length === 0) return changed
  // The cursor reads the snapshot of its opening, so updates in between do not affect it.
  const { tx, schema } = into
  const onCharts = 'p.chart = any($1::text[])'
  await tx.query({
    // Each half uses a separate index.
    text: `declare meet_charts no scroll cursor for
      ${candidates(schema, `${onCharts} and p.withdrawn_at is null`, true)} union all ${candidates(schema, `${onCharts} and p.withdrawn_at is not null`, true)}`,
    values: [charts],
  })
  for (;;) {
    const { rows } = await tx.query<Candidate>({ text: `fetch ${fetchSize} from meet_charts` })
    changed.push(...(await verify(into, rows)))
    if (rows.length < fetchSize) break
  }
  await tx.query({ text: 'close meet_charts' })
  return changed
}

async function candidatesAmong({ tx, schema }: TablesTx, plays: readonly number[]): Promise<Candidate[]> {
  const { rows } = await tx.query<Candidate>({
    text: candidates(schema, 'p.id = any($1::bigint[])', false),
    values: [plays],
  })
  return rows
}

function candidates(schema: string, which: string, wasKnown: boolean): string {
  return `
    select p.id as "playId", p.player, p.chart, p.played_at as "playedAt", p.rows, p.expected_rows as "expectedRows", p.radar, p.passed, p.points, p.hundredths, p.reasons
    from ${schema}.plays p
    where ${which} and ${mayChange(schema, wasKnown)}`
}

/**
 * The SQL condition for plays `p` on known charts that were failed, match none of the chart's counts, or did not match so
 * far. `wasKnown`: also plays on charts that are no longer known.
 */
export function mayChange(schema: string, wasKnown: boolean): string {
  const counts = `select from ${schema}.chart_counts c where c.hash = p.chart`
  const depends = "p.passed is false or 'chart-mismatch' = any(p.reasons)"
  const matchesNone = `not exists (${counts} and c.rows = p.rows and c.holds = p.radar[2] and c.mines = p.radar[4] and c.rolls = p.radar[6])`
  return wasKnown
    ? `(${depends} or (exists (${counts}) and ${matchesNone}))`
    : `exists (${counts}) and (${depends} or ${matchesNone})`
}

/** Writes and returns the plays whose verdict changed. */
async function verify(into: TablesTx, plays: readonly Candidate[]): Promise<RescoredPlay[]> {
  if (plays.length === 0) return []
  const counts = await countsOfCharts(into, [...new Set(plays.map(({ chart }) => chart))])
  const changed = changedBy(verifierOf(into.rules), plays, counts)
  if (changed.length > 0) await write(into, changed)
  return changed.map(({ play: { playId, player, chart, playedAt, reasons }, verdict }) => {
    const ranked = verdict.eligible || reasons.length === 0
    return { playId, player, chart, playedAt, ranked }
  })
}

async function countsOfCharts(
  { tx, schema }: TablesTx,
  charts: readonly string[],
): Promise<ReadonlyMap<string, readonly ChartCounts[]>> {
  const { rows } = await tx.query<ChartCounts & { hash: string }>({
    text: `select hash, rows, holds, rolls, mines from ${schema}.chart_counts where hash = any($1::text[])`,
    values: [charts],
  })
  return groupBy(rows, ({ hash }) => hash)
}

function changedBy(
  verifyPlay: VerifyWithChart,
  plays: readonly Candidate[],
  counts: ReadonlyMap<string, readonly ChartCounts[]>,
): { play: Candidate; verdict: ChartVerdict }[] {
  return plays.flatMap((play) => {
    const verdict = verifyPlay(play, counts.get(play.chart) ?? [])
    const same =
      verdict.reasons.length === play.reasons.length &&
      verdict.hundredths.every((value, i) => value === play.hundredths[i])
    return same ? [] : [{ play, verdict }]
  })
}

async function write(
  { tx, schema }: TablesTx,
  changed: readonly { play: Candidate; verdict: ChartVerdict }[],
): Promise<void> {
  await tx.query({
    text: `
      update ${schema}.plays p set hundredths = x.hundredths, reasons = x.reasons, eligible = x.eligible
      from jsonb_to_recordset($1::jsonb) as x(id bigint, hundredths integer[], reasons text[], eligible boolean)
      where p.id = x.id`,
    values: [JSON.stringify(changed.map(({ play, verdict }) => ({ id: play.playId, ...verdict })))],
  })
}

const verifiers = new WeakMap<Rules, VerifyWithChart>()

/** Cached per generation. */
function verifierOf(rules: Rules): VerifyWithChart {
  const verifier = verifiers.get(rules) ?? chartVerifier(rules)
  verifiers.set(rules, verifier)
  return verifier
}
