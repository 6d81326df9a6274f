import type { CompetitionSummary } from '@stepledger/contracts/http/shapes/competition.ts'
import { isBlueShift } from '../../competition/is-blue-shift.ts'

/** The Blue Shift event of the help page: the running one, else the next, else the last. `competitions`: latest first. */
export function blueShiftOf(competitions: readonly CompetitionSummary[]): CompetitionSummary | null {
  const known = competitions.filter(({ name }) => isBlueShift(name))
  return (
    known.find(({ phase }) => phase === 'running') ??
    known.findLast(({ phase }) => phase === 'before') ??
    known[0] ??
    null
  )
}
