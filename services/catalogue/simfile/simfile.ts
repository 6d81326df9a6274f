import type { ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'
import type { StepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import type { ChartHash } from './chart-hash.ts'
import { simfileLimits } from './simfile-error.ts'
import type { TimingTag } from './timing-data.ts'

/** A song of a simfile. Texts are trimmed, truncated to 500, and empty when missing. */
export interface Simfile {
  readonly texts: {
    readonly title: string
    readonly subtitle: string
    readonly artist: string
    readonly titleTranslit: string
    readonly subtitleTranslit: string
    readonly artistTranslit: string
    readonly genre: string
    readonly credit: string
  }
  /** Untrusted paths relative to the song's folder, with either slash; the file may not exist. */
  readonly pictures: { readonly banner: string; readonly background: string; readonly jacket: string }
  /** In the order of the file. */
  readonly charts: readonly Chart[]
  /** Charts that could not be read. */
  readonly broken: readonly BrokenChart[]
  /** Rows × panels of all charts. */
  readonly cells: number
}

/** The public facts of a chart, in the order of the event. */
export interface Chart extends Omit<ProcessedChart, 'hash' | 'steps'> {
  readonly hash: ChartHash
  readonly steps: StepPreview
}

export interface BrokenChart {
  /** Index among the charts of the file, from 0. */
  readonly index: number
  readonly field: string
  readonly reason: string
}

/** The timing tags of a chart and those of its song, each in the order of the file. */
export interface TimingTags {
  readonly own: readonly TimingTag[]
  readonly song: readonly TimingTag[]
}

/** The raw tags of a chart, of either format. */
export interface ChartText {
  readonly stepsType: string
  readonly difficulty: string
  readonly meter: string
  readonly description: string
  readonly chartName: string
  readonly stepartist: string
  /** Values of #DISPLAYBPM, of the chart or the file. */
  readonly displayBpm: readonly string[]
  readonly timing: TimingTags
  /** null when the chart has none. */
  readonly notes: string | null
}

/** The raw tags of a file: the last value of each tag of the song, and the charts. */
export interface SimfileText {
  readonly song: ReadonlyMap<string, readonly string[]>
  readonly charts: readonly ChartText[]
}

type Tags = ReadonlyMap<string, readonly string[]>

export const songTags = [
  'TITLE',
  'SUBTITLE',
  'ARTIST',
  'TITLETRANSLIT',
  'SUBTITLETRANSLIT',
  'ARTISTTRANSLIT',
  'GENRE',
  'CREDIT',
  'BANNER',
  'BACKGROUND',
  'JACKET',
  'DISPLAYBPM',
] as const

export function tagText(tags: Tags, name: string): string {
  return tags.get(name)?.[0] ?? ''
}

/** Format of a simfile. Of a folder with both, the game reads the .ssc. */
export type SimfileKind = 'ssc' | 'sm'

/** Sanitises a text for storage and display: trimmed, truncated, on one line, without NUL and lone surrogates. */
export function sanitiseText(text: string): string {
  const start = text.trimStart().slice(0, simfileLimits.textLength)
  return start
    .replaceAll(/[^ -~\u{a0}-\u{10ffff}]+/gu, ' ')
    .toWellFormed()
    .trim()
}
