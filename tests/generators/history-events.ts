import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { SongProcessed } from '@stepledger/contracts/packs/events.ts'
import { sourceContent } from '@stepledger/projections/catalogue/sources/source-content.ts'
import { type Action, charts, packs } from './history-actions.ts'
import { smallPlay } from './small-play.ts'
import { smallChart, smallPicture, smallSong } from './small-song.ts'

/** The event of an action, or null if it has none. Updates the play ids of players and the songs of packs. */
export function eventOf(
  crowd: number,
  action: Action,
  i: number,
  submitted: Map<number, number[]>,
  songs: Map<number, SongProcessed['data'][]>,
): AnyEvent | null {
  if ('pack' in action) {
    const event = packEvent(crowd, action, i, songs.get(action.pack) ?? [])
    if (event?.type === 'SongProcessed')
      songs.set(action.pack, [...(songs.get(action.pack) ?? []), event.data])
    return event
  }
  const key = playerOf(crowd, action.player)
  const head = { id: `event-${crowd}-${i}`, v: 1, key, at: 1_800_000_000_000 + i }
  switch (action.kind) {
    case 'play': {
      const playId = crowd * 1000 + i + 1
      submitted.set(action.player, [...(submitted.get(action.player) ?? []), playId])
      return playEvent({ ...action, key, playId })
    }
    case 'withdraw':
    case 'wipe':
    case 'reinstate': {
      const ids = submitted.get(action.player) ?? []
      const playId = ids[action.nth % Math.max(1, ids.length)]
      if (playId === undefined) return null
      if (action.kind === 'withdraw')
        return { ...head, type: 'PlayWithdrawn', data: { playId, by: 'player', reason: null } }
      const wipe = `wipe${action.wipe}`
      return action.kind === 'wipe'
        ? { ...head, type: 'PlayWithdrawn', data: { playId, by: 'operator', reason: 'a bad build', wipe } }
        : { ...head, type: 'PlayReinstated', data: { playId, wipe } }
    }
    case 'follow':
    case 'unfollow': {
      const rivalId = playerOf(crowd, action.rival)
      return rivalId === key
        ? null
        : {
            ...head,
            // Among the times of plays, so that rivals pass before and after it.
            at: 1_800_000_000_000 + (i % 4) * 5,
            type: action.kind === 'follow' ? 'RivalAdded' : 'RivalRemoved',
            data: { rivalId },
          }
    }
    case 'participate':
      return {
        ...head,
        type: 'EventParticipationChanged',
        data: { slug: 'blue-shift', to: action.to, by: null },
      }
    case 'erase':
      return { ...head, type: 'PlayerErased', data: {} }
  }
}

function packEvent(
  crowd: number,
  action: Extract<Action, { pack: number }>,
  i: number,
  songs: readonly SongProcessed['data'][],
): AnyEvent | null {
  const packId = crowd * packs + action.pack + 1
  const songId = (song: number) => packId * 10 + song
  // Few distinct times, so that ties need the next criterion for whose chart was first.
  const at = 1_800_000_000_000 + ('at' in action ? action.at * 10 : i)
  const head = { id: `event-${crowd}-${i}`, v: 1, key: String(packId), at }
  const uploadId = '6d1f5b52-7d0e-4f7b-8c6d-5e4f3a2b1c0d'
  const banner = 'banner' in action && action.banner ? smallPicture(String(i % 10)) : null
  const name = `Pack ${packId} ${i % 2}`
  switch (action.kind) {
    case 'song':
      return smallSong({
        packId,
        songId: songId(action.song),
        // Few distinct times, so that ties need the next criterion for who describes a chart.
        at: 1_800_000_000_000 + action.at * 10,
        title: `Song ${action.title}`,
        banner,
        charts: action.charts.map((chart) =>
          smallChart({
            hash: charts[chart] ?? '',
            meter: 10 + action.title,
            // Plays have three rows, so counts fit for some charts, don't for some, and change for others.
            counts: { rows: 3 + (i % 2), holds: 0, rolls: 0, mines: 0 },
          }),
        ),
      })
    case 'list':
      return {
        ...head,
        type: 'PackProcessed',
        data: { packId, uploadId, name, banner, songIds: action.songs.map(songId), leftOut: [] },
      }
    case 'rename':
      return { ...head, type: 'PackRenamed', data: { packId, name } }
    case 'remove':
      return { ...head, type: 'PackRemoved', data: { packId } }
    case 'upload': {
      const uploader = action.uploader === null ? null : playerOf(0, action.uploader)
      const zip = { sha256: Buffer.alloc(32), size: 1 }
      return { ...head, type: 'PackUploaded', data: { packId, uploadId, name, uploader, ...zip } }
    }
    case 'decide': {
      const song = songs[action.nth % Math.max(1, songs.length)]
      const sources = (song?.charts ?? []).map((chart) => ({
        songId: song?.songId ?? 0,
        hash: chart.hash,
        content: song ? sourceContent(song, chart) : '',
      }))
      if (sources.length === 0) return null
      const by = playerOf(0, 0)
      return {
        ...head,
        type: 'ChartSourcesDecided',
        data: { packId, accepted: action.accepted, by, sources },
      }
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
    ...(play.content % 5 === 4 ? { lifeRanOut: true } : {}),
    ...(play.content % 2 === 0 ? { expectedRows: 2 + play.content } : {}),
    ...(play.content % 3 === 2 ? {} : { speed: play.content % 3 === 1 ? 'C' : 'M' }),
  })
}

export function playerOf(crowd: number, n: number): string {
  return `0000000${n + 1}-0000-4000-8000-${String(crowd).padStart(12, '0')}`
}
