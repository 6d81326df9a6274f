import { fewestCounted, noiseDeviation } from './anonymity.ts'
import { errorOfMean, errorOfShare, type Measure } from './measure.ts'
import { type AnalysisColumn, column } from './table.ts'

export const month = column('month', 'DATE', 'The month in which it was played, by UTC: its first day')
export const chart = column('chart', 'VARCHAR', 'Hash of the chart', { range: '16 hex digits' })
export const stepsType = column('steps_type', 'VARCHAR', 'Panels it is for, as dance-single')
export const meter = column('meter', 'SMALLINT', 'Difficulty of the chart as its author gave it')

/** How many players a row stands for. */
export function playersColumn(meaning: string): AnalysisColumn {
  return column('players', 'INTEGER', `${meaning}; noise: standard deviation ${noiseDeviation}`, {
    range: `${fewestCounted}–`,
  })
}

interface MeanOptions {
  readonly unit: string
  /** The column that says of how many players it is. */
  readonly players?: string
  readonly nullable?: string
}

/** A mean of the players' means. */
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
    `${meaning}; a play counts as ${signed(from)} to ${signed(to)}; ${errorOfMean(measure, players)}`,
    {
      unit,
      range: `${signed(from)}–${signed(to)}`,
      nullable: nullable ?? null,
    },
  )
}

/** A mean of the players' shares. `cut`: noise does not take it out of 0 to 100. */
export function shareColumn(name: string, meaning: string, { cut }: { cut: boolean }): AnalysisColumn {
  return column(
    name,
    'DOUBLE',
    `${meaning}; ${errorOfShare()}${cut ? '' : ', which may take it below 0 or above 100'}`,
    { unit: '%', range: cut ? '0–100' : null },
  )
}

function signed(value: number): string {
  return value < 0 ? `−${-value}` : String(value)
}
