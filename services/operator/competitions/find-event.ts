import type { EventState } from '@stepledger/projections/standings/event-state.ts'
import { announcedEvents } from '../../platform/ledger/announced-events.ts'
import { UnableError } from '../exit-codes.ts'
import { printable } from '../printable.ts'
import type { Store } from '../store.ts'

/** The competition with this slug. Throws UnableError when it does not exist. */
export async function findEvent({ ledger }: Pick<Store, 'ledger'>, slug: string): Promise<EventState> {
  const state = (await announcedEvents(ledger)).get(slug)
  if (!state) throw new UnableError(`There is no event ${printable(slug)}: see \`ledger event list\``)
  return state
}

/** The competition with this slug, if it is not closed. Throws UnableError. */
export async function findOpenEvent(store: Pick<Store, 'ledger'>, slug: string): Promise<EventState> {
  const state = await findEvent(store, slug)
  refuseClosed(state)
  return state
}

/** Throws UnableError. */
export function refuseClosed({ document, closed }: EventState): void {
  if (closed)
    throw new UnableError(
      `${document.slug} was closed at ${new Date(closed.at).toISOString()} (0:${closed.offset}): it cannot be changed any more`,
    )
}
