import { z } from 'zod'
import { noBody, nothing, route } from './route.ts'

export const getHealth = route({
  name: 'getHealth',
  method: 'GET',
  path: '/api/health',
  summary: 'Whether this server can do its work, and how far the read models are behind the ledger',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: z.object({
    status: z.enum(['ok', 'degraded']),
    engine: z.object({ ledger: z.string(), push: z.string() }),
    generation: z.int().nullable(),
    /** Events in the ledger that the live generation has not folded yet. */
    lag: z.int().nullable(),
  }),
  errors: [503],
  rate: 'none',
})
