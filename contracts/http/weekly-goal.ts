import { z } from 'zod'
import { weeklyGoal } from '../weekly-goal/events.ts'
import { route } from './route.ts'

const goal = z.object({ playsAWeek: weeklyGoal })

export const setWeeklyGoal = route('setWeeklyGoal', 'PUT /api/weekly-goal', {
  access: 'session',
  summary: 'Set the number of plays a week that the caller aims for, which the profile shows, or give it up',
  body: goal,
  answer: goal,
  grows: true,
  rate: 'change',
})
