import type { ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'
import type { StepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import type { ChartHash } from './chart-hash.ts'

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
