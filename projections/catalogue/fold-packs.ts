import type { PackEvent } from '../batch.ts'
import type { TablesTx } from '../generation.ts'
import { describeCharts } from './describe-charts.ts'
import { ensurePacks, foldedUpTo } from './known-packs.ts'
import { writePackNews } from './pack-news.ts'
import { writePacks } from './write-packs.ts'
import { type PlacedSong, writeSongs } from './write-songs.ts'

/** What the events of packs changed: packs, and charts whose metadata changed. */
export interface PackChanges {
  readonly packs: readonly number[]
  readonly described: readonly string[]
  /** Charts of which more is known that they may hold. */
  readonly recounted: readonly string[]
}

/**
 * Folds events of packs, in the order of the ledger, which holds for each pack, by a number of statements that does not
 * grow with them. Packs of other partitions may tell of the same charts; what is shown of one depends on times and ids
 * in the events, never on which came first.
 */
export async function foldPacks(into: TablesTx, sent: readonly PackEvent[]): Promise<PackChanges> {
  if (sent.length === 0) return { packs: [], described: [], recounted: [] }
  await ensurePacks(into, sent)
  const known = await foldedUpTo(into, sent)
  const events = sent.filter(({ offset, event }) => offset > (known.get(event.data.packId) ?? -1))
  const songs = events.flatMap<PlacedSong>(({ event, ...position }) =>
    event.type === 'SongProcessed' ? [{ ...position, event }] : [],
  )
  const recounted = await writeSongs(into, songs)
  await writePackNews(into, events)
  // Before the charts: those of songs without a banner have their pack's.
  const rebannered = await writePacks(into, events)
  const described = await describeCharts(into, songs)
  return {
    packs: [...new Set(events.map(({ event }) => event.data.packId))],
    described: [...new Set([...rebannered, ...described])],
    recounted,
  }
}
