import { z } from 'zod'
import { playerId } from '../ids.ts'
import { type EventOf, eventType } from './event-type.ts'

/** A player began to follow a rival. The key is the player's id. */
export const rivalAdded = eventType({
  type: 'RivalAdded',
  v: 1,
  topic: 'events',
  data: z.object({ rivalId: playerId }),
})
export type RivalAdded = EventOf<typeof rivalAdded>
