import { z } from 'zod'
import { route } from './route.ts'

/** Set by the operator, null if not: `contact`, a mail or web address, and the web address of the community's chat. */
const siteAnswer = z.object({ contact: z.string().nullable(), communityChat: z.string().nullable() })

export const getSite = route('getSite', 'GET /api/site', {
  summary: 'Get the contact of the operator of this site, and the address of the community chat',
  answer: siteAnswer,
})

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
