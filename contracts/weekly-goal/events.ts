import { z } from 'zod'
import { eventType } from '../events/event-type.ts'

/** Plays a week that a player aims for; null for no goal. */
export const weeklyGoal = z.int().min(1).max(1_000).nullable()

/** A player set a goal of plays a week, or gave it up. The key is the player's id. */
export const weeklyGoalSet = eventType({
  type: 'WeeklyGoalSet',
  v: 1,
  topic: 'events',
  data: z.object({ playsAWeek: weeklyGoal }),
})
