import type { SongProcessed } from '@stepledger/contracts/events/song-processed.ts'
import type { ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'
import type { TablesTx } from '../generation.ts'
import { titleKey } from './title-key.ts'
import { type PlacedSong, searchOf } from './write-songs.ts'

const described = [
  'described_at',
  'described_by',
  'title',
  'subtitle',
  'artist',
  'stepartist',
  'description',
  'length',
  'meter',
  'title_key',
  'search',
  'steps_type',
  'difficulty',
  'chart_name',
  'credit',
  'banner',
  'banner_of_pack',
  'facts',
]

/**
 * Writes what songs say of their charts: the song that was processed last describes a chart, of several at one time the
 * one with the greatest id. Gives the charts that were known already, and are described by these now.
 */
export async function describeCharts(
  { tx, schema }: TablesTx,
  songs: readonly PlacedSong[],
): Promise<string[]> {
  if (songs.length === 0) return []
  const charts = chartsOf(songs)
  const { rows } = await tx.query<{ hash: string; known: boolean }>({
    name: `${schema}_describe_charts_v4`,
    text: `
      insert into ${schema}.charts as c (hash, known_at, plays, ${described.join(', ')})
      select x.hash, x.known_at, 0, ${described.map((name) => (name === 'banner' ? 'coalesce(x.banner, p.banner)' : `x.${name}`)).join(', ')}
      from jsonb_populate_recordset(null::${schema}.charts, $1::jsonb) x
      join ${schema}.simfiles s on s.id = x.described_by
      join ${schema}.packs p on p.id = s.pack
      on conflict (hash) do update set known_at = least(c.known_at, excluded.known_at),
        ${described.map((name) => `${name} = case when ${isLater} then excluded.${name} else c.${name} end`).join(', ')}
      returning hash, plays > 0 as known`,
    values: [JSON.stringify(charts)],
  })
  return rows.filter((row) => row.known).map((row) => row.hash)
}

const isLater =
  '(c.described_by is null or (excluded.described_at, excluded.described_by) >= (c.described_at, c.described_by))'

/** A row a chart, of the song that describes it, known since the first of these songs. */
function chartsOf(songs: readonly PlacedSong[]) {
  const byHash = new Map<string, ReturnType<typeof rowOf>>()
  for (const { event } of songs) {
    // Of charts that one simfile holds twice, the first.
    for (const chart of event.data.charts.toReversed()) {
      const row = rowOf(event, chart)
      const other = byHash.get(chart.hash) ?? row
      const isLater =
        row.described_at > other.described_at ||
        (row.described_at === other.described_at && row.described_by >= other.described_by)
      const known_at = Math.min(row.known_at, other.known_at)
      byHash.set(chart.hash, { ...(isLater ? row : other), known_at })
    }
  }
  return [...byHash.values()]
}

function rowOf({ at, data }: SongProcessed, chart: ProcessedChart) {
  const { displayBpm, bpms, counts, radar, peakNps, nps, streams, steps } = chart
  return {
    hash: chart.hash,
    known_at: at,
    described_at: at,
    described_by: data.songId,
    title: data.title,
    subtitle: data.subtitle,
    artist: data.artist,
    stepartist: chart.stepartist,
    description: chart.description,
    length: Math.round(chart.length),
    meter: chart.meter,
    title_key: titleKey(data.title),
    search: searchOf(data),
    steps_type: chart.stepsType,
    difficulty: chart.difficulty,
    chart_name: chart.chartName,
    credit: data.credit,
    banner: data.banner,
    banner_of_pack: data.banner === null,
    facts: { displayBpm, bpms, counts, radar, peakNps, nps, streams, steps },
  }
}
