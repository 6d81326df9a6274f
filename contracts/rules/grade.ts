import { z } from 'zod'

/** Every grade a board can show, best first. `hex` is another name of `sext` that older data may carry. */
export const grades = [
  'sext',
  'hex',
  'quint',
  'quad',
  'tristar',
  'twostar',
  'star',
  'S+',
  'S',
  'S-',
  'A+',
  'A',
  'A-',
  'B+',
  'B',
  'B-',
  'C+',
  'C',
  'C-',
  'D',
  'F',
] as const

export const grade = z.enum(grades)
export type Grade = z.infer<typeof grade>
