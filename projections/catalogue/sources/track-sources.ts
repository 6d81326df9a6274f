import type { SongProcessed } from '@stepledger/contracts/packs/events.ts'
import type { PackEvent } from '../../batch.ts'
import type { TablesTx } from '../../generation.ts'
import type { ChartSourceRow } from '../pack-tables.ts'
import { sourceContent, uploaderDigest } from './source-content.ts'

type ChartOfSong = Pick<
  ChartSourceRow,
  'hash' | 'content' | 'rows' | 'holds' | 'rolls' | 'mines' | 'other_counts'
>

/** The state of a pack after the events so far. */
interface PackState {
  readonly id: number
  listed: boolean
  songIds: ReadonlySet<number>
  uploader: string | null
  /** The charts of its songs that this batch needs. */
  readonly songs: Map<number, ChartOfSong[]>
  /** Its listed sources, by song, then by chart. */
  readonly open: Map<number, Map<string, ChartSourceRow>>
}

/**
 * Writes the sources that pack events begin, end and decide, event by event, so that the result is independent of batch
 * size. Reads packs and songs in their state before these events. Returns the charts whose sources changed.
 */
export async function trackSources(into: TablesTx, events: readonly PackEvent[]): Promise<string[]> {
  const packs = await packsBefore(into, events)
  const changed = new Set<ChartSourceRow>()
  for (const { event, offset } of events) {
    const pack = packs.get(event.data.packId)
    if (!pack) continue
    const { at } = event
    switch (event.type) {
      case 'PackUploaded':
        pack.uploader = uploaderDigest(event.data.uploader)
        break
      case 'SongProcessed':
        pack.songs.set(event.data.songId, chartsOf(event.data))
        updateSources(pack, [event.data.songId], { at, offset }, changed)
        break
      case 'PackProcessed': {
        const songs = new Set([...pack.songIds, ...event.data.songIds])
        pack.songIds = new Set(event.data.songIds)
        pack.listed = true
        updateSources(pack, songs, { at, offset }, changed)
        break
      }
      case 'PackRemoved':
        pack.listed = false
        updateSources(pack, pack.songIds, { at, offset }, changed)
        break
      case 'ChartSourcesDecided':
        for (const { songId, hash, content } of event.data.sources) {
          const source = pack.open.get(songId)?.get(hash)
          if (source?.content !== content) continue
          changed.add(Object.assign(source, { decided: event.data.accepted, decided_at: at }))
        }
        break
      case 'PackRenamed':
        break
      default:
        event satisfies never
    }
  }
  await writeSources(into, [...changed])
  return [...new Set([...changed].map(({ hash }) => hash))]
}

function chartsOf(song: SongProcessed['data']): ChartOfSong[] {
  const charts = new Map<string, ChartOfSong>()
  // If a simfile contains a chart twice, the first wins.
  for (const chart of song.charts.toReversed())
    charts.set(chart.hash, {
      hash: chart.hash,
      content: sourceContent(song, chart),
      ...chart.counts,
      other_counts: chart.otherCounts ?? [],
    })
  return [...charts.values()]
}

/** Begins and ends sources of these songs according to the state of their pack. */
function updateSources(
  pack: PackState,
  songs: Iterable<number>,
  { at, offset }: { readonly at: number; readonly offset: number },
  changed: Set<ChartSourceRow>,
): void {
  const { id, uploader, open } = pack
  for (const song of songs) {
    const isListed = pack.listed && pack.songIds.has(song)
    const charts = new Map((isListed ? (pack.songs.get(song) ?? []) : []).map((chart) => [chart.hash, chart]))
    const openOfSong = open.get(song) ?? new Map<string, ChartSourceRow>()
    open.set(song, openOfSong)
    for (const source of openOfSong.values()) {
      if (charts.get(source.hash)?.content === source.content) {
        charts.delete(source.hash)
        continue
      }
      changed.add(Object.assign(source, { until_offset: offset, until_at: at }))
      openOfSong.delete(source.hash)
    }
    for (const chart of charts.values()) {
      const source: ChartSourceRow = {
        ...chart,
        pack: id,
        song,
        from_offset: offset,
        from_at: at,
        until_offset: null,
        until_at: null,
        uploader,
        decided: null,
        decided_at: null,
        accepted: false,
        rank: null,
      }
      openOfSong.set(chart.hash, source)
      changed.add(source)
    }
  }
}

async function packsBefore(
  { tx, schema }: TablesTx,
  events: readonly PackEvent[],
): Promise<ReadonlyMap<number, PackState>> {
  const ids = [...new Set(events.map(({ event }) => event.data.packId))]
  const { rows } = await tx.query<{
    id: number
    listed: boolean
    song_ids: number[]
    uploader: string | null
  }>({
    text: `select id, listed, song_ids, uploader from ${schema}.packs where id = any($1::bigint[])`,
    values: [ids],
  })
  const packs = new Map<number, PackState>(
    rows.map(({ id, listed, song_ids, uploader }) => [
      id,
      { id, listed, songIds: new Set(song_ids), uploader, songs: new Map(), open: new Map() },
    ]),
  )
  const { whole, songs } = touchedBy(events)
  if (whole.length + songs.length === 0) return packs
  const { rows: open } = await tx.query<ChartSourceRow>({
    text: `
      select * from ${schema}.chart_sources
      where until_at is null and (pack = any($1::bigint[]) or song = any($2::bigint[]))
      order by pack, song, hash`,
    values: [whole, songs],
  })
  for (const source of open) {
    const known = packs.get(source.pack)?.open
    const ofSong = known?.get(source.song) ?? new Map<string, ChartSourceRow>()
    known?.set(source.song, ofSong.set(source.hash, source))
  }
  const { rows: charts } = await tx.query<ChartOfSong & { pack: number; song: number }>({
    text: `
      select distinct on (c.simfile, c.hash) s.pack, c.simfile as song, c.hash, c.content, c.rows, c.holds, c.rolls, c.mines,
        coalesce(c.facts -> 'otherCounts', '[]') as other_counts
      from ${schema}.simfiles s join ${schema}.simfile_charts c on c.simfile = s.id
      where s.pack = any($1::bigint[]) order by c.simfile, c.hash, c.nth`,
    values: [whole],
  })
  for (const { pack, song, ...chart } of charts) {
    const known = packs.get(pack)?.songs
    const ofSong = known?.get(song)
    if (ofSong) ofSong.push(chart)
    else known?.set(song, [chart])
  }
  return packs
}

const wholePacks: readonly PackEvent['event']['type'][] = ['PackProcessed', 'PackRemoved', 'PackRenamed']

/** Returns what events may relist or rename: all songs of packs, and single songs. */
export function touchedBy(events: readonly PackEvent[]): { whole: number[]; songs: number[] } {
  const whole = events.flatMap(({ event }) => (wholePacks.includes(event.type) ? [event.data.packId] : []))
  const songs = events.flatMap(({ event }) => {
    if (event.type === 'SongProcessed') return [event.data.songId]
    return event.type === 'ChartSourcesDecided' ? event.data.sources.map(({ songId }) => songId) : []
  })
  return { whole: [...new Set(whole)], songs: [...new Set(songs)] }
}

async function writeSources({ tx, schema }: TablesTx, sources: readonly ChartSourceRow[]): Promise<void> {
  if (sources.length === 0) return
  await tx.query({
    text: `
      insert into ${schema}.chart_sources
      select * from jsonb_populate_recordset(null::${schema}.chart_sources, $1::jsonb)
      on conflict (pack, song, hash, from_offset) do update set until_offset = excluded.until_offset, until_at = excluded.until_at,
        decided = excluded.decided, decided_at = excluded.decided_at`,
    values: [JSON.stringify(sources)],
  })
}
