import type { TimingTexts } from './timing-lists.ts'

/** A chart as its tags have it, of either kind of file. */
export interface ChartText {
  readonly stepsType: string
  readonly difficulty: string
  readonly meter: string
  readonly description: string
  readonly chartName: string
  readonly stepartist: string
  /** The values of #DISPLAYBPM, of the chart or the file. */
  readonly displayBpm: readonly string[]
  readonly timing: TimingTexts
  /** null when the chart has none. */
  readonly notes: string | null
}

/** A file as its tags have it: the last value of each that speaks of the song, and its charts. */
export interface SimfileText {
  readonly song: ReadonlyMap<string, readonly string[]>
  readonly charts: readonly ChartText[]
}
