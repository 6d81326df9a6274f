import { z } from 'zod'

/** Binary data inside an event: a byte string on the wire. */
export const bytes: z.ZodType<Uint8Array, Uint8Array> = z.instanceof(Uint8Array)
