import type { Difficulty } from '@stepledger/contracts/difficulty.ts'
import type { StepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import type { ChartHash } from './chart-hash.ts'
import type { NoteCounts } from './count.ts'
import type { Density } from './density.ts'
import type { BpmRange, DisplayBpm } from './display-bpm.ts'
import type { StreamBreakdown } from './stream.ts'
import type { SimfileEncoding } from './text.ts'

/** A song of a simfile. Texts are trimmed, truncated to 500, and empty when missing. */
export interface Simfile {
  readonly encoding: SimfileEncoding
  readonly title: string
  readonly subtitle: string
  readonly artist: string
  readonly titleTranslit: string
  readonly subtitleTranslit: string
  readonly artistTranslit: string
  readonly genre: string
  readonly credit: string
  /** Untrusted paths relative to the song's folder, with either slash; the file may not exist. */
  readonly banner: string
  readonly background: string
  readonly jacket: string
  /** In the order of the file. */
  readonly charts: readonly Chart[]
  /** Charts that could not be read. */
  readonly broken: readonly BrokenChart[]
  /** Rows × panels of all charts. */
  readonly cells: number
}

export interface Chart {
  readonly hash: ChartHash
  /** In lower case: dance-single, pump-double, … */
  readonly stepsType: string
  readonly difficulty: Difficulty
  readonly meter: number | null
  readonly description: string
  readonly chartName: string
  readonly stepartist: string
  readonly displayBpm: DisplayBpm
  /** Of the played part, from beat 0 to the last note. */
  readonly bpm: BpmRange
  /** In seconds, from beat 0 to the last note or the end of the last hold. */
  readonly length: number
  readonly counts: NoteCounts
  readonly density: Density
  /** One for each unit of which there is a measure: 16ths, 20ths, 24ths, 32nds. */
  readonly streams: readonly StreamBreakdown[]
  readonly steps: StepPreview
}

export interface BrokenChart {
  /** Index among the charts of the file, from 0. */
  readonly index: number
  readonly field: string
  readonly reason: string
}
