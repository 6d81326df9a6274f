import { z } from 'zod'

/** In the order in which lists show them. */
export const difficulty = z.enum(['Beginner', 'Easy', 'Medium', 'Hard', 'Challenge', 'Edit'])
export type Difficulty = z.infer<typeof difficulty>
