import type { TimingTexts } from './timing-lists.ts'

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
  readonly timing: TimingTexts
  /** null when the chart has none. */
  readonly notes: string | null
}

/** The raw tags of a file: the last value of each tag of the song, and the charts. */
export interface SimfileText {
  readonly song: ReadonlyMap<string, readonly string[]>
  readonly charts: readonly ChartText[]
}
