import type { CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import { announcedCompetitions } from '../../projector/competitions/announced-competitions.ts'
import { CommandFailedError } from '../exit-codes.ts'
import { printable } from '../printable.ts'
import type { Store } from '../store.ts'

/** The competition with this slug. Throws CommandFailedError when it does not exist. */
export async function findCompetition({ ledger }: Store, slug: string): Promise<CompetitionState> {
  const state = (await announcedCompetitions(ledger)).get(slug)
  if (!state) throw new CommandFailedError(`There is no event ${printable(slug)}: see \`ledger event list\``)
  return state
}
