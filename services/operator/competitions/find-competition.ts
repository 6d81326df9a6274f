import type { CompetitionState } from '@stepledger/projections/standings/competition-state.ts'
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

/** The competition with this slug, if it is not closed. Throws CommandFailedError. */
export async function findOpenCompetition(store: Store, slug: string): Promise<CompetitionState> {
  const state = await findCompetition(store, slug)
  refuseClosed(state)
  return state
}

/** Throws CommandFailedError. */
export function refuseClosed({ document, closed }: CompetitionState): void {
  if (closed)
    throw new CommandFailedError(
      `${document.slug} was closed at ${new Date(closed.at).toISOString()} (0:${closed.offset}): it cannot be changed any more`,
    )
}
