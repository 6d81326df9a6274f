import { setImmediate } from 'node:timers/promises'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { eventMaker, type SeededEvent } from './events.ts'
import { history } from './history.ts'
import type { Seeding } from './seeding.ts'

export const chunkPlays = 500

export interface HistoryGenerator {
  /** Returns the events of the nth chunk, from 0, in order. Must be called with ascending chunks. `ids`: of its plays. */
  generate(chunk: number, ids: readonly number[]): Promise<SeededEvent[]>
  close(): Promise<void>
}

/** Number of events after which the event loop gets a turn. */
const eventsPerTurn = 20

/** Generates history on this thread. */
export function historyGenerator(seeding: Seeding): HistoryGenerator {
  const chunks = history(seeding, chunkPlays)
  const eventOf = eventMaker(seeding)
  let next = 0
  return {
    async generate(chunk, ids) {
      for (; next < chunk; next++) chunks.next()
      next++
      const actions = chunks.next().value ?? []
      const idOf = (play: number) => itemAt(ids, play - chunk * chunkPlays)
      const events: SeededEvent[] = []
      for (const action of actions) {
        events.push(eventOf(action, idOf))
        if (events.length % eventsPerTurn === 0) await setImmediate()
      }
      return events
    },
    close: async () => {},
  }
}
