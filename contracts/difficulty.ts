import { z } from 'zod'

/** Difficulties in display order. */
export const difficulty = z.enum(['Beginner', 'Easy', 'Medium', 'Hard', 'Challenge', 'Edit'])
export type Difficulty = z.infer<typeof difficulty>
