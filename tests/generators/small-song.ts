import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { SongProcessed } from '@stepledger/contracts/packs/events.ts'
import type { ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'

/** A chart of a small simfile; every field can be overridden. */
export function smallChart(chart: Partial<ProcessedChart> & Pick<ProcessedChart, 'hash'>): ProcessedChart {
  return {
    stepsType: 'dance-single',
    difficulty: 'Hard',
    meter: 9,
    description: '',
    chartName: '',
    stepartist: 'rowan',
    length: 95.25,
    displayBpm: '150',
    bpms: { min: 150, max: 150 },
    counts: { rows: 12, holds: 0, rolls: 0, mines: 0 },
    radar: { jumps: 2, hands: 0 },
    peakNps: 10,
    nps: [
      [0, 5],
      [1.6, 10],
    ],
    streams: [],
    steps: null,
    ...chart,
  }
}

export interface SmallSong extends Partial<SongProcessed['data']> {
  readonly packId: number
  readonly songId: number
  /** Event time, ms since 1970. */
  readonly at: number
  readonly charts: ProcessedChart[]
}

/** A SongProcessed event; every field can be overridden. */
export function smallSong({ at, ...song }: SmallSong): AnyEvent {
  const title = song.title ?? `Song ${song.songId}`
  return {
    id: `song-${song.songId}-${at}`,
    type: 'SongProcessed',
    v: 1,
    at,
    key: String(song.packId),
    data: {
      uploadId: '6d1f5b52-7d0e-4f7b-8c6d-5e4f3a2b1c0d',
      folder: title,
      title,
      subtitle: '',
      artist: 'The Ledgers',
      titleTranslit: '',
      subtitleTranslit: '',
      artistTranslit: '',
      genre: '',
      credit: '',
      banner: null,
      background: null,
      jacket: null,
      leftOut: [],
      ...song,
    },
  }
}

/** A picture of one variant; `digit` fills its hash. */
export function smallPicture(digit: string) {
  const variant = { format: 'webp' as const, sha256: digit.repeat(64), width: 256, height: 100 }
  return { original: [variant], md: [], sm: [variant] }
}
