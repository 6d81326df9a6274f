import type { PackEvent } from '../batch.ts'
import type { TablesTx } from '../generation.ts'
import { describeCharts } from './describe-charts.ts'
import { ensurePacks, existingCharts, foldedUpTo } from './known-packs.ts'
import { writePackNews } from './pack-news.ts'
import { settleCharts } from './sources/settle-charts.ts'
import { trackSources } from './sources/track-sources.ts'
import { writePacks } from './write-packs.ts'
import { type PlacedSong, writeSongs } from './write-songs.ts'

/** The changes made by pack events. */
interface PackChanges {
  readonly packs: readonly number[]
  /** Charts with changed metadata or changed songs; without new charts. */
  readonly described: readonly string[]
  /** Charts that no song describes any more, so that a play must. */
  readonly undescribed: readonly string[]
  /** Charts whose counts changed. */
  readonly recounted: readonly string[]
}

/**
 * Folds pack events, in ledger order per pack, with a constant number of statements. Packs of other partitions may
 * describe the same charts. The result for a chart depends on times and ids in the events, never on the order of
 * folding.
 */
export async function foldPacks(into: TablesTx, sent: readonly PackEvent[]): Promise<PackChanges> {
  if (sent.length === 0) return { packs: [], described: [], undescribed: [], recounted: [] }
  await ensurePacks(into, sent)
  const known = await foldedUpTo(into, sent)
  const events = sent.filter(({ offset, event }) => offset > (known.get(event.data.packId) ?? -1))
  const songs = events.flatMap<PlacedSong>(({ event, ...position }) =>
    event.type === 'SongProcessed' ? [{ ...position, event }] : [],
  )
  // Reads the tables of packs and songs, so it runs before they are written.
  const sourced = await trackSources(into, events)
  await writeSongs(into, songs)
  await writePackNews(into, events)
  // Before the charts, because songs without a banner use that of their pack.
  const { rebannered, renamed } = await writePacks(into, events)
  const processed = songs.flatMap(({ event }) => event.data.charts.map(({ hash }) => hash))
  const touched = [...new Set([...sourced, ...processed, ...renamed])]
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
