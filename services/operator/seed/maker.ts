import { setImmediate } from 'node:timers/promises'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { NewEvent } from '../../platform/ledger/ledger.ts'
import { eventMaker } from './events.ts'
import { history } from './history.ts'
import type { Seeding } from './seeding.ts'

/** Plays of a piece of history. */
export const piecePlays = 500

/** Makes history piece by piece. */
export interface Maker {
  /**
   * The events of the nth piece, counted from 0, in their order; `ids` are for its plays. Asked for pieces in rising
   * order.
   */
  make(piece: number, ids: readonly number[]): Promise<NewEvent[]>
  close(): Promise<void>
}

/** This many events are made before others of this thread get their turn. */
const atOnce = 20

/** Makes it on this thread. */
export function maker(seeding: Seeding): Maker {
  const pieces = history(seeding, piecePlays)
  const eventOf = eventMaker(seeding)
  let next = 0
  return {
    async make(piece, ids) {
      for (; next < piece; next++) pieces.next()
      next++
      const deeds = pieces.next().value ?? []
      const idOf = (play: number) => itemAt(ids, play - piece * piecePlays)
      const events: NewEvent[] = []
      for (const deed of deeds) {
        events.push(eventOf(deed, idOf))
        if (events.length % atOnce === 0) await setImmediate()
      }
      return events
    },
    close: async () => {},
  }
}
