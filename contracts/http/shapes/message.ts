import { z } from 'zod'

/** An answer with a sentence for the player, such as `Email changed`. */
export const messageAnswer = z.object({ message: z.string() })
