/** A part of a body that is not kept. `field`: the field it stood in, cut at 40 characters. */
export interface Dropped {
  readonly field: string
  readonly reason: string
}

/** An answer names at most this many. */
export const maxDropped = 20

/** Characters of a field's name in an answer. */
const maxNamed = 40

export function droppedFrom(field: string, reason: string): Dropped {
  return { field: field.length > maxNamed ? `${field.slice(0, maxNamed).toWellFormed()}…` : field, reason }
}

/** The first of them; the last entry says how many more there are. */
export function namedDrops(dropped: readonly Dropped[]): Dropped[] {
  if (dropped.length <= maxDropped) return [...dropped]
  const named = dropped.slice(0, maxDropped - 1)
  return [...named, { field: 'body', reason: `${dropped.length - named.length} more fields were dropped` }]
}
