import {
  type CompetitionState,
  competitionChanges,
  latestStates,
} from '@stepledger/projections/standings/competition-state.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { competitionEvents } from './competition-events.ts'

/** Returns the current state of every competition ever announced, by slug. Reads the whole topic `rules`. */
export async function announcedCompetitions(
  ledger: Pick<Ledger, 'read'>,
): Promise<Map<string, CompetitionState>> {
  const { events } = await competitionEvents(ledger, 0)
  return latestStates(competitionChanges(new Map(), events))
}
