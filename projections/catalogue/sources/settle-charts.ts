import { groupBy } from '@stepledger/contracts/group-by.ts'
import type { TablesTx } from '../../generation.ts'
import type { ChartSourceRow } from '../pack-tables.ts'
import { acceptSources, sourcesInForce } from './accept-sources.ts'

export interface SettledCharts {
  /** The song that describes each chart; null without an accepted listed source. */
  readonly describing: readonly {
    readonly hash: string
    readonly song: number | null
    readonly since: number
  }[]
  /** Charts whose accepted songs changed or were reprocessed. */
  readonly marked: readonly string[]
  /** Charts whose counts changed. */
  readonly recounted: readonly string[]
}

/** Recomputes which sources of these charts are accepted, and updates the charts' counts. */
export async function settleCharts(into: TablesTx, hashes: readonly string[]): Promise<SettledCharts> {
  if (hashes.length === 0) return { describing: [], marked: [], recounted: [] }
  const ofChart = await sourcesOf(into, hashes)
  const settled: ChartSourceRow[] = []
  const changed: ChartSourceRow[] = []
  for (const sources of ofChart.values())
    for (const [source, acceptance] of acceptSources(sources)) {
      const now = { ...source, ...acceptance }
      settled.push(now)
      if (now.accepted !== source.accepted || now.rank !== source.rank) changed.push(now)
    }
  await writeAcceptance(into, changed)
  const marked = await markCharts(into, settled)
  const inForce = groupBy(sourcesInForce(settled), ({ hash }) => hash)
  return {
    describing: [...ofChart].map(([hash, sources]) => ({
      hash,
      song: inForce.get(hash)?.[0]?.song ?? null,
      since: Math.min(...sources.map(({ from_at }) => from_at)),
    })),
    marked,
    recounted: await writeCounts(into, hashes, [...inForce.values()].flat()),
  }
}

async function sourcesOf(
  { tx, schema }: TablesTx,
  hashes: readonly string[],
): Promise<Map<string, ChartSourceRow[]>> {
  const { rows } = await tx.query<ChartSourceRow>({
    text: `select * from ${schema}.chart_sources where hash = any($1::text[])`,
    values: [hashes],
  })
  return groupBy(rows, ({ hash }) => hash)
}

async function writeAcceptance({ tx, schema }: TablesTx, changed: readonly ChartSourceRow[]): Promise<void> {
  if (changed.length === 0) return
  await tx.query({
    text: `
      update ${schema}.chart_sources s set accepted = x.accepted, rank = x.rank
      from jsonb_populate_recordset(null::${schema}.chart_sources, $1::jsonb) x
      where s.pack = x.pack and s.song = x.song and s.hash = x.hash and s.from_offset = x.from_offset`,
    values: [JSON.stringify(changed)],
  })
}

/** Marks the charts of songs whose source is in force. */
async function markCharts({ tx, schema }: TablesTx, settled: readonly ChartSourceRow[]): Promise<string[]> {
  const { rows } = await tx.query<{ hash: string }>({
    text: `
      update ${schema}.simfile_charts c set accepted = x.accepted
      from (
        select song, hash, bool_or(accepted and until_at is null) as accepted
        from jsonb_populate_recordset(null::${schema}.chart_sources, $1::jsonb) group by song, hash
      ) x
      where c.simfile = x.song and c.hash = x.hash and c.accepted <> x.accepted
      returning c.hash`,
    values: [JSON.stringify(settled)],
  })
  return rows.map(({ hash }) => hash)
}

/** Returns the charts whose counts changed. */
async function writeCounts(
  { tx, schema }: TablesTx,
  hashes: readonly string[],
  inForce: readonly ChartSourceRow[],
): Promise<string[]> {
  const { rows } = await tx.query<{ hash: string }>({
    text: `
      with counted as (
        select distinct hash, rows, holds, rolls, mines
        from jsonb_populate_recordset(null::${schema}.chart_counts, $2::jsonb)
      ),
      ended as (
        delete from ${schema}.chart_counts c
        where c.hash = any($1::text[]) and not exists (
          select from counted x
          where (x.hash, x.rows, x.holds, x.rolls, x.mines) = (c.hash, c.rows, c.holds, c.rolls, c.mines)
        )
        returning c.hash
      ),
      begun as (insert into ${schema}.chart_counts select * from counted on conflict do nothing returning hash)
      select hash from ended union select hash from begun`,
    values: [
      hashes,
      JSON.stringify(
        inForce.flatMap(({ hash, rows: judged, holds, rolls, mines, other_counts: others }) =>
          [{ rows: judged, holds, rolls, mines }, ...others].map((counts) => ({ hash, ...counts })),
        ),
      ),
    ],
  })
  return rows.map(({ hash }) => hash)
}
