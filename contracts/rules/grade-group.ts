import { z } from 'zod'
import type { Grade } from './grade.ts'

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
