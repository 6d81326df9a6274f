import { z } from 'zod'
import { type EventOf, eventType } from '../events/event-type.ts'
import { playerId } from '../ids.ts'

/** A player began to follow a rival. The key is the player's id. */
export const rivalAdded = eventType({
  type: 'RivalAdded',
  v: 1,
  topic: 'events',
  data: z.object({ rivalId: playerId }),
})
export type RivalAdded = EventOf<typeof rivalAdded>

/** A player stopped following a rival. The key is the player's id. */
export const rivalRemoved = eventType({
  type: 'RivalRemoved',
  v: 1,
  topic: 'events',
  data: z.object({ rivalId: playerId }),
})
