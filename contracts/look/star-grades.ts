import type { StarGrade } from './star-geometry.ts'

interface Stars {
  readonly count: number
  readonly drawing: StarGrade
  /** The colour of the board that awards the grade. */
  readonly colour: 'pink' | 'blue' | 'white' | 'gold'
}

const stars: ReadonlyMap<string, Stars> = new Map([
  ['sext', { count: 6, drawing: 'sext', colour: 'pink' }],
  ['hex', { count: 6, drawing: 'sext', colour: 'pink' }],
  ['quint', { count: 5, drawing: 'quint', colour: 'blue' }],
  ['quad', { count: 4, drawing: 'quad', colour: 'white' }],
  ['tristar', { count: 3, drawing: 'tristar', colour: 'gold' }],
  ['twostar', { count: 2, drawing: 'twostar', colour: 'gold' }],
  ['star', { count: 1, drawing: 'star', colour: 'gold' }],
])

/** Undefined for a letter. */
export function starsOf(grade: string): Stars | undefined {
  return stars.get(grade)
}
