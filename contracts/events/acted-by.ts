import { z } from 'zod'

/**
 * The operator who appended an event, which is then an entry of the audit log itself: `operator` and `reason` as in
 * OperatorActed. Absent in events of the server, and in those of earlier releases, which an OperatorActed follows.
 */
export const actedBy = z.object({ operator: z.uuid(), reason: z.string().max(500).nullable() }).optional()
export type ActedBy = NonNullable<z.infer<typeof actedBy>>
