import { z } from 'zod'
import { playerId } from '../ids.ts'
import { eventType } from './event-type.ts'

/** A player stopped following a rival. The key is the player's id. */
export const rivalRemoved = eventType({
  type: 'RivalRemoved',
  v: 1,
  topic: 'events',
  data: z.object({ rivalId: playerId }),
})
