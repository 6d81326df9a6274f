import { z } from 'zod'

/** Values of the steps type filter. Charts can have other steps types. */
export const stepsType = z.enum(['dance-single', 'dance-double'])
