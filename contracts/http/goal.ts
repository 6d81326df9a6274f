import { z } from 'zod'
import { weeklyGoal } from '../weekly-goal.ts'
import { nothing, route } from './route.ts'

export const setGoal = route({
  name: 'setGoal',
  method: 'PUT',
  path: '/api/goal',
  access: 'session',
  summary: 'Set the own goal of plays a week, which the profile shows, or give it up',
  params: nothing,
  query: nothing,
  body: z.object({ playsAWeek: weeklyGoal }),
  answer: z.object({ playsAWeek: weeklyGoal }),
  grows: true,
})
