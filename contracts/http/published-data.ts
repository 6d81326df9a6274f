import { z } from 'zod'
import { route } from './route.ts'

/** Whether the player's plays are included in the published data (contracts/analysis). */
const publishedData = z.object({ included: z.boolean() })

export const getPublishedData = route('getPublishedData', 'GET /api/user/published-data', {
  access: 'session',
  summary: "Get whether the caller's plays are included in the published data",
  answer: publishedData,
})

export const setPublishedData = route('setPublishedData', 'PUT /api/user/published-data', {
  access: 'session',
  summary: "Set whether the caller's plays are included in the published data, in a new series within a day",
  body: publishedData,
  answer: publishedData,
  rate: 'change',
})
