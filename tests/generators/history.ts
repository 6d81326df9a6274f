import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { SongProcessed } from '@stepledger/contracts/events/song-processed.ts'
import { topics } from '@stepledger/contracts/ledger/topic.ts'
import type { Positioned } from '@stepledger/projections/batch.ts'
import { sourceContent } from '@stepledger/projections/catalogue/sources/source-content.ts'
import fc from 'fast-check'
import { smallPlay } from './small-play.ts'
import { smallChart, smallPicture, smallSong } from './small-song.ts'

/**
 * Small histories of few players on few charts, so that collisions are frequent: equal scores, equal times, resends,
 * withdrawals, erasures, packs with the same charts.
 */

const playerCount = 4
/** Two charts that everybody plays, and some rare ones, whose plays or counting plays may all disappear. */
const charts = ['a', 'b', '1', '2', '3', '4'].map((digit) => digit.repeat(16))
const hotCharts = 2

type Action =
  | {
      kind: 'play'
      player: number
      chart: number
      content: number
      at: number
      failed: boolean
      title: number
    }
  | { kind: 'withdraw'; player: number; nth: number }
  | { kind: 'follow' | 'unfollow'; player: number; rival: number }
  | { kind: 'erase'; player: number }
  | { kind: 'song'; pack: number; song: number; charts: number[]; title: number; at: number; banner: boolean }
  | { kind: 'list'; pack: number; songs: number[]; banner: boolean }
  | { kind: 'rename' | 'remove'; pack: number }
  | { kind: 'upload'; pack: number; uploader: number | null; at: number }
  | { kind: 'decide'; pack: number; nth: number; accepted: boolean; at: number }

const packs = 3
/** The partitions of the packs' events. */
const packPartitions = [1, 4, 7] as const
const pack = fc.nat({ max: packs - 1 })
/** Songs of a pack. */
const song = fc.nat({ max: 2 })

const player = fc.nat({ max: playerCount - 1 })
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('play' as const),
      player,
      chart: fc.oneof(
        { weight: 4, arbitrary: fc.nat({ max: hotCharts - 1 }) },
        { weight: 1, arbitrary: fc.integer({ min: hotCharts, max: charts.length - 1 }) },
      ),
      content: fc.nat({ max: 8 }),
      at: fc.nat({ max: 2 }),
      failed: fc.boolean(),
      title: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('withdraw' as const), player, nth: fc.nat({ max: 6 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('follow' as const, 'unfollow' as const),
      player,
      // Few pairs, so that rivals are added and removed repeatedly.
      rival: fc.nat({ max: 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), player }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('song' as const),
      pack,
      song,
      charts: fc.array(fc.nat({ max: charts.length - 1 }), { maxLength: 3 }),
      title: fc.nat({ max: 2 }),
      at: fc.nat({ max: 2 }),
      banner: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('list' as const),
      pack,
      songs: fc.uniqueArray(song),
      banner: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('rename' as const, 'remove' as const), pack }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('upload' as const),
      pack,
      uploader: fc.option(fc.nat({ max: 2 })),
      at: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      pack,
      nth: fc.nat({ max: 8 }),
      accepted: fc.boolean(),
      at: fc.nat({ max: 2 }),
    }),
  },
)

/** A history: the events of each partition in ledger order. */
export const history: fc.Arbitrary<Positioned[][]> = historyOfCrowd(0)

/**
 * A history whose players and play ids differ from those of other crowds, so that several histories fit into one
 * ledger. `least`: minimum number of actions.
 */
export function historyOfCrowd(crowd: number, least = 1): fc.Arbitrary<Positioned[][]> {
  return fc.array(action, { minLength: least, maxLength: 40 }).map((actions) => historyOf(crowd, actions))
}

function playerOf(crowd: number, n: number): string {
  return `0000000${n + 1}-0000-4000-8000-${String(crowd).padStart(12, '0')}`
}

function historyOf(crowd: number, actions: readonly Action[]): Positioned[][] {
  const partitions: Positioned[][] = Array.from({ length: topics.events.partitions }, () => [])
  const submitted = new Map<number, number[]>()
  const songs = new Map<number, SongProcessed['data'][]>()
  actions.forEach((deed, i) => {
    const event = eventOf(crowd, deed, i, submitted, songs)
    if (!event) return
    const partition = 'pack' in deed ? (packPartitions[deed.pack] ?? 0) : deed.player * 3
    const events = partitions[partition]
    events?.push({ partition, offset: events.length, event })
  })
  return partitions
}

function eventOf(
  crowd: number,
  deed: Action,
  i: number,
  submitted: Map<number, number[]>,
  songs: Map<number, SongProcessed['data'][]>,
): AnyEvent | null {
  if ('pack' in deed) {
    const event = packEvent(crowd, deed, i, songs.get(deed.pack) ?? [])
    if (event?.type === 'SongProcessed') songs.set(deed.pack, [...(songs.get(deed.pack) ?? []), event.data])
    return event
  }
  const key = playerOf(crowd, deed.player)
  const head = { id: `event-${crowd}-${i}`, v: 1, key, at: 1_800_000_000_000 + i }
  switch (deed.kind) {
    case 'play': {
      const playId = crowd * 1000 + i + 1
      submitted.set(deed.player, [...(submitted.get(deed.player) ?? []), playId])
      return playEvent({ ...deed, key, playId })
    }
    case 'withdraw': {
      const ids = submitted.get(deed.player) ?? []
      const playId = ids[deed.nth % Math.max(1, ids.length)]
      if (playId === undefined) return null
      return { ...head, type: 'PlayWithdrawn', data: { playId, by: 'player', reason: null } }
    }
    case 'follow':
    case 'unfollow': {
      const rivalId = playerOf(crowd, deed.rival)
      return rivalId === key
        ? null
        : { ...head, type: deed.kind === 'follow' ? 'RivalAdded' : 'RivalRemoved', data: { rivalId } }
    }
    case 'erase':
      return { ...head, type: 'PlayerErased', data: {} }
  }
}

function packEvent(
  crowd: number,
  deed: Extract<Action, { pack: number }>,
  i: number,
  songs: readonly SongProcessed['data'][],
): AnyEvent | null {
  const packId = crowd * packs + deed.pack + 1
  const songId = (song: number) => packId * 10 + song
  // Few distinct times, so that ties need the next criterion for whose chart was first.
  const at = 1_800_000_000_000 + ('at' in deed ? deed.at * 10 : i)
  const head = { id: `event-${crowd}-${i}`, v: 1, key: String(packId), at }
  const uploadId = '6d1f5b52-7d0e-4f7b-8c6d-5e4f3a2b1c0d'
  const banner = 'banner' in deed && deed.banner ? smallPicture(String(i % 10)) : null
  const name = `Pack ${packId} ${i % 2}`
  switch (deed.kind) {
    case 'song':
      return smallSong({
        packId,
        songId: songId(deed.song),
        // Few distinct times, so that ties need the next criterion for who describes a chart.
        at: 1_800_000_000_000 + deed.at * 10,
        title: `Song ${deed.title}`,
        banner,
        charts: deed.charts.map((chart) =>
          smallChart({
            hash: charts[chart] ?? '',
            meter: 10 + deed.title,
            // Plays have three rows, so counts fit for some charts, don't for some, and change for others.
            counts: { rows: 3 + (i % 2), holds: 0, rolls: 0, mines: 0 },
          }),
        ),
      })
    case 'list':
      return {
        ...head,
        type: 'PackProcessed',
        data: { packId, uploadId, name, banner, songIds: deed.songs.map(songId), leftOut: [] },
      }
    case 'rename':
      return { ...head, type: 'PackRenamed', data: { packId, name } }
    case 'remove':
      return { ...head, type: 'PackRemoved', data: { packId } }
    case 'upload': {
      const uploader = deed.uploader === null ? null : playerOf(0, deed.uploader)
      const zip = { sha256: Buffer.alloc(32), size: 1 }
      return { ...head, type: 'PackUploaded', data: { packId, uploadId, name, uploader, ...zip } }
    }
    case 'decide': {
      const song = songs[deed.nth % Math.max(1, songs.length)]
      const sources = (song?.charts ?? []).map((chart) => ({
        songId: song?.songId ?? 0,
        hash: chart.hash,
        content: song ? sourceContent(song, chart) : '',
      }))
      if (sources.length === 0) return null
      const by = playerOf(0, 0)
      return { ...head, type: 'ChartSourcesDecided', data: { packId, accepted: deed.accepted, by, sources } }
    }
  }
}

/** `content` decides the offset and so the score, and whether the play is a resend. */
export function playEvent(play: {
  key: string
  playId: number
  chart: number
  content: number
  at: number
  failed: boolean
  title: number
}): AnyEvent {
  const at = 1_800_000_000_000 + play.at * 10
  return smallPlay({
    playId: play.playId,
    player: play.key,
    chart: charts[play.chart] ?? '',
    content: `${play.chart} ${play.content}`,
    offset: play.content * 0.012,
    at,
    // Spread over several periods, because counts are kept by period.
    playedAt: at - (play.content % 3) * 10 * 86_400_000,
    title: `Song ${play.title}`,
    meter: play.title === 2 ? null : 10 + play.title,
    passed: !play.failed,
  })
}

/** Merges several histories into one ledger; within each partition `turns` decides whose event is next. */
export function mergeHistories(crowds: readonly Positioned[][][], turns: readonly number[]): Positioned[][] {
  return Array.from({ length: topics.events.partitions }, (_, partition) =>
    renumbered(
      interleave(
        crowds.map((partitions) => partitions[partition] ?? []),
        turns,
      ),
    ),
  )
}

/** The same events at offsets that count from 0. */
export function renumbered(events: readonly Positioned[]): Positioned[] {
  return events.map((placed, offset) => ({ ...placed, offset }))
}

/** Merges partitions into one sequence that keeps the order of each; `choices` decides which is next. */
export function interleave(partitions: readonly Positioned[][], choices: readonly number[]): Positioned[] {
  const queues = partitions.filter((events) => events.length > 0).map((events) => [...events])
  const order: Positioned[] = []
  for (let turn = 0; queues.some((queue) => queue.length > 0); turn++) {
    const open = queues.filter((queue) => queue.length > 0)
    const next = open[(choices[turn % Math.max(1, choices.length)] ?? 0) % open.length]?.shift()
    if (next) order.push(next)
  }
  return order
}
