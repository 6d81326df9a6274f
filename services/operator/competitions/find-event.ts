import type { EventState } from '@stepledger/projections/standings/event-state.ts'
import { announcedEvents } from '../../platform/ledger/announced-events.ts'
import { UnableError } from '../exit-codes.ts'
import { printable } from '../printable.ts'
import type { Store } from '../store.ts'

/** The event of this slug. Throws UnableError where there is none. */
export async function findEvent({ ledger }: Pick<Store, 'ledger'>, slug: string): Promise<EventState> {
  const state = (await announcedEvents(ledger)).get(slug)
  if (!state) throw new UnableError(`There is no event ${printable(slug)}: \`ledger event list\` names them`)
  return state
}

/** The same of one that can still be changed. Throws UnableError. */
export async function findOpenEvent(store: Pick<Store, 'ledger'>, slug: string): Promise<EventState> {
  const state = await findEvent(store, slug)
  refuseClosed(state)
  return state
}

/** Throws UnableError. */
export function refuseClosed({ document, closed }: EventState): void {
  if (closed)
    throw new UnableError(
      `${document.slug} was closed at ${new Date(closed.at).toISOString()} (0:${closed.offset}): nothing of it changes any more`,
    )
}
