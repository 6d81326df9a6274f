import { z } from 'zod'
import { noBody, nothing, route } from './route.ts'

export const getHealth = route({
  name: 'getHealth',
  method: 'GET',
  path: '/api/health',
  summary: 'Health of this server, and lag of the read models behind the ledger',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: z.object({
    status: z.enum(['ok', 'degraded']),
    engine: z.object({ ledger: z.string(), push: z.string() }),
    generation: z.int().nullable(),
    /** Number of events that the live generation has not folded yet. */
    lag: z.int().nullable(),
    /** `low`: too little space is free, so that plays, accounts and files are refused. */
    disk: z.enum(['ok', 'low']),
  }),
  errors: [503],
  rate: 'none',
})
