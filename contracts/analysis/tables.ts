import { charts, eventStandings, packs, players } from './other-tables.ts'
import { chartMonths, judgments, plays, sessions, timing } from './plays-tables.ts'
import type { AnalysisTable } from './table.ts'

/**
 * The published tables, whole: files, data dictionary and checks are made of this. A change of any column goes into
 * schema-changes.ts, too.
 */
export const analysisTables: readonly AnalysisTable[] = [
  plays,
  chartMonths,
  judgments,
  timing,
  sessions,
  charts,
  packs,
  players,
  eventStandings,
]
