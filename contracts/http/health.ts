import { z } from 'zod'
import { route } from './route.ts'

const silentPart = z.object({
  name: z.enum(['redis', 'storage', 'mail']),
  product: z.string(),
  /** Time since its last answer. */
  silentSeconds: z.int(),
})
export type SilentPart = z.infer<typeof silentPart>

export const getHealth = route('getHealth', 'GET /api/health', {
  summary: 'Health of this server, and lag of the read models behind the ledger',
  answer: z.object({
    status: z.enum(['ok', 'degraded']),
    engine: z.object({ ledger: z.string(), push: z.string() }),
    generation: z.int().nullable(),
    /** Number of events that the live generation has not folded yet. */
    lag: z.int().nullable(),
    /** `low`: too little space is free, so that plays, accounts and files are refused. */
    disk: z.enum(['ok', 'low']),
    /** Parts that do not answer, and without which the server goes on. */
    silent: z.array(silentPart),
  }),
  errors: [503],
  rate: 'none',
})
