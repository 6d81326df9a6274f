import type { exportSeries } from './export-series.ts'

/** Imports exportSeries lazily, because it loads a large library that few processes need. */
export const lazyExportSeries: typeof exportSeries = async (...args) => {
  const { exportSeries } = await import('./export-series.ts')
  return exportSeries(...args)
}
