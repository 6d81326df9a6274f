import { chartMonths, judgments, offsets, timing } from './chart-tables.ts'
import { charts, competitionStandings, packs } from './other-tables.ts'
import { countries, hours, players, progress, retention, scores, sessions } from './player-tables.ts'
import type { AnalysisTable } from './table.ts'

/**
 * Schema of the published tables; files, data dictionary and checks derive from it. After a change of a column, add an
 * entry to schema-changes.ts. A new table that counts players also needs its sensitivity in anonymity.ts.
 */
export const analysisTables: readonly AnalysisTable[] = [
  scores,
  chartMonths,
  judgments,
  timing,
  offsets,
  sessions,
  players,
  progress,
  retention,
  hours,
  countries,
  charts,
  packs,
  competitionStandings,
]
