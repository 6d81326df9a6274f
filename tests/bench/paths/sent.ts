import { z } from 'zod'

/**
 * What `programs/sender.ts` tells of a job: ms from when a call was due to its answer, and calls that it had to leave
 * out.
 */
export const sent = z.object({ p50: z.number(), p99: z.number(), count: z.int(), skipped: z.int() })
