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

/** Grades as they are counted and filtered by: letters without their signs, best first. */
export const gradeGroups = [
  'sext',
  'quint',
  'quad',
  'tristar',
  'twostar',
  'star',
  'S',
  'A',
  'B',
  'C',
  'D',
  'F',
] as const

export const gradeGroup = z.enum(gradeGroups)
export type GradeGroup = z.infer<typeof gradeGroup>

const gradesOf: Readonly<Record<GradeGroup, readonly Grade[]>> = {
  sext: ['sext', 'hex'],
  quint: ['quint'],
  quad: ['quad'],
  tristar: ['tristar'],
  twostar: ['twostar'],
  star: ['star'],
  S: ['S+', 'S', 'S-'],
  A: ['A+', 'A', 'A-'],
  B: ['B+', 'B', 'B-'],
  C: ['C+', 'C', 'C-'],
  D: ['D'],
  F: ['F'],
}

export function gradesIn(group: GradeGroup): readonly Grade[] {
  return gradesOf[group]
}
