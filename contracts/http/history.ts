import { z } from 'zod'
import { noBody, nothing, route } from './route.ts'
import { pageMeta, pageNumber } from './shapes/paging.ts'
import { isoTime } from './shapes/time.ts'

/** Entries of one page. */
export const historyPerPage = 20

/** `what`: in the past tense, 'Password changed'. `details`: what it was about, by name. */
export const historyEntry = z.object({
  at: isoTime,
  by: z.enum(['player', 'operator']),
  what: z.string(),
  details: z.record(z.string(), z.string()),
})
export type HistoryEntry = z.infer<typeof historyEntry>

export const getHistory = route({
  name: 'getHistory',
  method: 'GET',
  path: '/api/user/history',
  access: 'session',
  summary: 'What has changed on the own account, the newest first',
  params: nothing,
  query: z.object({ page: pageNumber.default(1) }),
  body: noBody,
  answer: z.object({ entries: z.array(historyEntry), meta: pageMeta }),
})
