import { z } from 'zod'
import { weeklyGoal } from '../weekly-goal.ts'
import { type EventOf, eventType } from './event-type.ts'

/** A player set a goal of plays a week, or gave it up. The key is the player's id. */
export const goalSet = eventType({
  type: 'GoalSet',
  v: 1,
  topic: 'events',
  data: z.object({ playsAWeek: weeklyGoal }),
})
export type GoalSet = EventOf<typeof goalSet>
