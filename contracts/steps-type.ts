import { z } from 'zod'

/** The steps types that lists filter by; simfiles contain others too. */
export const stepsType = z.enum(['dance-single', 'dance-double'])
export type StepsType = z.infer<typeof stepsType>
