import { z } from 'zod'

/** Messages from the main thread to the projector thread. */
export const toProjector = z.enum(['stop', 'metrics'])
export type ToProjector = z.infer<typeof toProjector>

/** The response to `metrics`, in the Prometheus text format. */
export const fromProjector = z.object({ metrics: z.string() })
export type FromProjector = z.infer<typeof fromProjector>
