import { minCounted, noiseDeviation } from './anonymity.ts'
import { errorOfMean, errorOfShare, type Measure } from './measure.ts'
import { type AnalysisColumn, column } from './table.ts'

export const month = column('month', 'DATE', 'Month of the plays, UTC, as its first day')
export const chart = column('chart', 'VARCHAR', 'Hash of the chart', { range: '16 hex digits' })
export const stepsType = column('steps_type', 'VARCHAR', 'Steps type of the charts, such as dance-single')
export const meter = column(
  'meter',
  'SMALLINT',
  'Difficulty rating by the author of the chart; plays of charts without one are left out',
)

export function playersColumn(meaning: string): AnalysisColumn {
  return column('players', 'INTEGER', `${meaning}; noise: standard deviation ${noiseDeviation}`, {
    range: `${minCounted}–`,
  })
}

interface MeanOptions {
  readonly unit: string
  /** Name of the column with the number of players in the mean. */
  readonly players?: string
  readonly nullable?: string
}

/** A mean of per-player means. */
export function meanColumn(
  name: string,
  meaning: string,
  measure: Measure,
  { unit, players, nullable }: MeanOptions,
): AnalysisColumn {
  const { from, to } = measure
  return column(
    name,
    'DOUBLE',
    `${meaning}; values are clipped to ${signed(from)} to ${signed(to)}; ${errorOfMean(measure, players)}`,
    {
      unit,
      range: `${signed(from)}–${signed(to)}`,
      nullable: nullable ?? null,
    },
  )
}

/** A mean of per-player percentages. `clipped`: the noisy value is clipped to 0 to 100. */
export function shareColumn(
  name: string,
  meaning: string,
  { clipped }: { clipped: boolean },
): AnalysisColumn {
  return column(
    name,
    'DOUBLE',
    `${meaning}; ${errorOfShare()}${clipped ? '' : ', so values below 0 or above 100 occur'}`,
    { unit: '%', range: clipped ? '0–100' : null },
  )
}

function signed(value: number): string {
  return value < 0 ? `−${-value}` : String(value)
}
