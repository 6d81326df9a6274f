import { z } from 'zod'
import { route } from './route.ts'
import { pageMeta, pageNumber } from './shapes/paging.ts'
import { isoTime } from './shapes/time.ts'

/** Page size. */
export const historyPerPage = 20

/** A change of an account. `what`: 'Password changed'. `details`: values by name. */
export const historyEntry = z.object({
  at: isoTime,
  by: z.enum(['player', 'operator']),
  what: z.string(),
  details: z.record(z.string(), z.string()),
})
export type HistoryEntry = z.infer<typeof historyEntry>

export const getHistory = route('getHistory', 'GET /api/user/history', {
  access: 'session',
  summary: 'List changes of the account of the caller, newest first',
  query: z.object({ page: pageNumber.default(1) }),
  answer: z.object({ entries: z.array(historyEntry), meta: pageMeta }),
})
