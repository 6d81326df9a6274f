import { z } from 'zod'

/** What the main thread says to the projector's. */
export const toProjector = z.enum(['stop', 'metrics'])
export type ToProjector = z.infer<typeof toProjector>

/** What it answers to `metrics`: the text of Prometheus. */
export const fromProjector = z.object({ metrics: z.string() })
export type FromProjector = z.infer<typeof fromProjector>
