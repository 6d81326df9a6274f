import { z } from 'zod'

/** Plays a week that a player aims for; null for no goal. */
export const weeklyGoal = z.int().min(1).max(1_000).nullable()
