import type { SongProcessed } from '@stepledger/contracts/events/song-processed.ts'
import type { PackEvent, Placed } from '../batch.ts'
import type { TablesTx } from '../generation.ts'
import { describeCharts } from './describe-charts.ts'
import { ensurePacks, foldedUpTo } from './known-packs.ts'
import { listPack, removePack, renamePack } from './write-packs.ts'
import { writeSongs } from './write-songs.ts'

type Song = Placed<SongProcessed>

/** What the events of packs changed: packs, and charts of which something else is told now. */
export interface PackChanges {
  readonly packs: readonly number[]
  readonly described: readonly string[]
  /** Charts of which more is known that they may hold. */
  readonly recounted: readonly string[]
}

/**
 * Folds events of packs, in the order of the ledger, which holds for each pack. Packs of other partitions may tell of the same charts; what is
 * shown of one depends on times and ids in the events, never on which came first.
 */
export async function foldPacks(into: TablesTx, sent: readonly PackEvent[]): Promise<PackChanges> {
  if (sent.length === 0) return { packs: [], described: [], recounted: [] }
  await ensurePacks(into, sent)
  const known = await foldedUpTo(into, sent)
  const events = sent.filter(({ offset, event }) => offset > (known.get(event.data.packId) ?? -1))
  const described = new Set<string>()
  const recounted = new Set<string>()
  let songs: Song[] = []

  async function takeSongs(): Promise<void> {
    if (songs.length === 0) return
    const taken = songs
    songs = []
    for (const hash of await writeSongs(into, taken)) recounted.add(hash)
    for (const hash of await describeCharts(into, taken)) described.add(hash)
  }

  for (const { partition, offset, event } of events) {
    if (event.type === 'SongProcessed') {
      // One statement writes a song once.
      if (songs.some((song) => song.event.data.songId === event.data.songId)) await takeSongs()
      songs.push({ partition, offset, event })
      continue
    }
    await takeSongs()
    switch (event.type) {
      case 'PackUploaded':
        // Its row is there, and nothing of it is shown yet.
        break
      case 'PackProcessed':
        for (const hash of await listPack(into, event)) described.add(hash)
        break
      case 'PackRenamed':
        await renamePack(into, event)
        break
      case 'PackRemoved':
        await removePack(into, event)
        break
      default:
        event satisfies never
    }
  }
  await takeSongs()
  await foldedTo(into, events)
  return {
    packs: [...new Set(events.map(({ event }) => event.data.packId))],
    described: [...described],
    recounted: [...recounted],
  }
}

/** Says how far each pack is folded now. */
async function foldedTo({ tx, schema }: TablesTx, events: readonly PackEvent[]): Promise<void> {
  const last = new Map(events.map(({ offset, event }) => [event.data.packId, offset]))
  await tx.query({
    name: `${schema}_packs_folded_v1`,
    text: `
      update ${schema}.packs p set "offset" = x.last
      from unnest($1::bigint[], $2::bigint[]) as x(id, last) where p.id = x.id`,
    values: [[...last.keys()], [...last.values()]],
  })
}
