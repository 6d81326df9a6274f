import type { PackEvent } from '../batch.ts'
import type { TablesTx } from '../generation.ts'
import { describeCharts } from './describe-charts.ts'
import { ensurePacks, existingCharts, foldedUpTo } from './known-packs.ts'
import { writePackNews } from './pack-news.ts'
import { settleCharts } from './sources/settle-charts.ts'
import { trackSources } from './sources/track-sources.ts'
import { writePacks } from './write-packs.ts'
import { type PlacedSong, writeSongs } from './write-songs.ts'

/** What the events of packs changed. */
export interface PackChanges {
  readonly packs: readonly number[]
  /** Charts that are described otherwise, or of which other songs are shown; without new ones. */
  readonly described: readonly string[]
  /** Charts that no song describes any more: their plays must. */
  readonly undescribed: readonly string[]
  /** Charts whose counts changed. */
  readonly recounted: readonly string[]
}

/**
 * Folds events of packs, in the order of the ledger, which holds for each pack, by a number of statements that does not
 * grow with them. Packs of other partitions may state something about the same charts; what is shown of one depends on
 * times and ids in the events, never on which was folded first.
 */
export async function foldPacks(into: TablesTx, sent: readonly PackEvent[]): Promise<PackChanges> {
  if (sent.length === 0) return { packs: [], described: [], undescribed: [], recounted: [] }
  await ensurePacks(into, sent)
  const known = await foldedUpTo(into, sent)
  const events = sent.filter(({ offset, event }) => offset > (known.get(event.data.packId) ?? -1))
  const songs = events.flatMap<PlacedSong>(({ event, ...position }) =>
    event.type === 'SongProcessed' ? [{ ...position, event }] : [],
  )
  // Before the tables of packs and songs are written, which it reads.
  const sourced = await trackSources(into, events)
  await writeSongs(into, songs)
  await writePackNews(into, events)
  // Before the charts: those of songs without a banner have their pack's.
  const rebannered = await writePacks(into, events)
  const processed = songs.flatMap(({ event }) => event.data.charts.map(({ hash }) => hash))
  const touched = [...new Set([...sourced, ...processed])]
  const before = await existingCharts(into, touched)
  const { describing, marked, recounted } = await settleCharts(into, touched)
  const { described, undescribed } = await describeCharts(into, describing)
  const changed = [...described, ...undescribed, ...marked].filter((hash) => before.has(hash))
  return {
    packs: [...new Set(events.map(({ event }) => event.data.packId))],
    described: [...new Set([...rebannered, ...changed])],
    undescribed,
    recounted,
  }
}
