import { z } from 'zod'

/** Rows of accounts.operator_actions: actions of operators that are not on the ledger yet. */
export const queuedActions = z.array(
  z.object({
    id: z.string(),
    at: z.date(),
    operator: z.string().nullable(),
    what: z.string(),
    player_id: z.string().nullable(),
    details: z.record(z.string(), z.string()),
    reason: z.string().nullable(),
  }),
)
