import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { TablesTx } from '../generation.ts'
import type { Gone } from '../read-model.ts'
import type { ChartCounts } from '../scoring/chart-counts.ts'
import { chartMeeter, type MeetChart, type Met, type ScoredHead } from '../scoring/meet-chart.ts'

interface Candidate extends Gone, ScoredHead {
  readonly counts: readonly ChartCounts[]
}

/** Plays that are looked at in one go. */
const chunk = 10_000

/**
 * Judges plays by the charts that packs have brought: those of `charts`, whose counts have changed, and those of `plays`, which are new. Most
 * plays fit their chart and stay as they are, so that only the others are read. Gives those that are other than before.
 */
export async function meetCharts(
  into: TablesTx,
  { charts, plays }: { readonly charts: readonly string[]; readonly plays: readonly number[] },
): Promise<Gone[]> {
  if (charts.length === 0 && plays.length === 0) return []
  const judged: Gone[] = []
  for (let after = 0; ; ) {
    const found = await candidates(into, charts, plays, after)
    const changed = changedBy(meeterOf(into.rules), found)
    if (changed.length > 0) await write(into, changed)
    judged.push(...changed.map(({ play }) => play))
    const last = found.at(-1)
    if (!last || found.length < chunk) return judged
    after = last.playId
  }
}

/** Of known charts, the plays that were failed, that do not plainly fit, or did not fit until now. */
async function candidates(
  { tx, schema }: TablesTx,
  charts: readonly string[],
  plays: readonly number[],
  after: number,
): Promise<Candidate[]> {
  const { rows } = await tx.query<Candidate>({
    name: `${schema}_meet_candidates_v1`,
    text: `
      select p.id as "playId", p.player, p.chart, p.played_at as "playedAt", p.rows, p.radar, p.passed, p.points, p.hundredths, p.reasons, known.counts
      from (
        select id from ${schema}.plays where chart = any($1::text[])
        union
        select unnest($2::bigint[])
      ) wanted
      join ${schema}.plays p using (id)
      cross join lateral (
        select jsonb_agg(jsonb_build_object('rows', c.rows, 'holds', c.holds, 'rolls', c.rolls, 'mines', c.mines)) as counts,
          bool_or(c.rows = p.rows and c.holds = p.radar[2] and c.mines = p.radar[4] and c.rolls = p.radar[6]) as fits
        from ${schema}.chart_counts c where c.hash = p.chart
      ) known
      where known.counts is not null and p.id > $3
        and (p.passed is false or not known.fits or 'chart-mismatch' = any(p.reasons))
      order by p.id limit ${chunk}`,
    values: [charts, plays, after],
  })
  return rows
}

function changedBy(meet: MeetChart, plays: readonly Candidate[]): { play: Candidate; met: Met }[] {
  return plays.flatMap((play) => {
    const met = meet(play, play.counts)
    const same =
      met.reasons.length === play.reasons.length &&
      met.hundredths.every((value, i) => value === play.hundredths[i])
    return same ? [] : [{ play, met }]
  })
}

async function write(
  { tx, schema }: TablesTx,
  changed: readonly { play: Candidate; met: Met }[],
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

const meeters = new WeakMap<Rules, MeetChart>()

/** Made once for the rules of a generation. */
function meeterOf(rules: Rules): MeetChart {
  const meeter = meeters.get(rules) ?? chartMeeter(rules)
  meeters.set(rules, meeter)
  return meeter
}
