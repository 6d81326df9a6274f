import type { exportSeries } from './export-series.ts'

/** exportSeries, loaded by the first call: with it comes a large library that hardly any process needs. */
export const exportWhenAsked: typeof exportSeries = async (...asked) => {
  const { exportSeries } = await import('./export-series.ts')
  return exportSeries(...asked)
}
