import { chartMonths, judgments, offsets, timing } from './chart-tables.ts'
import { charts, competitionStandings, packs } from './other-tables.ts'
import { countries, hours, players, progress, retention, scores, sessions } from './player-tables.ts'
import type { AnalysisTable } from './table.ts'

/**
 * The published tables, whole: files, data dictionary and checks are made of this. A change of any column goes into
 * schema-changes.ts, too; a table of players counts what a play changes in `numbersOfPlay` (anonymity.ts).
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
