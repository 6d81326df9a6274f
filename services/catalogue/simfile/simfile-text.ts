import { simfileLimits } from './simfile-error.ts'
import type { TimingTag } from './timing-data.ts'

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
