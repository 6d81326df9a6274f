import { z } from 'zod'

/** Result of a job of `programs/sender.ts`: latencies from when a call was due, ms, and the number of skipped calls. */
export const sent = z.object({ p50: z.number(), p99: z.number(), count: z.int(), skipped: z.int() })
