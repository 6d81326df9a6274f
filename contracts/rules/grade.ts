import { z } from 'zod'

/** All grades, best first. `hex` is an alias of `sext` in older data. */
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
