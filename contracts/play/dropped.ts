/** A part of a body that is not stored. `field`: the name of its field, cut at 40 characters. */
export interface Dropped {
  readonly field: string
  readonly reason: string
}

/** Limit of entries in a response. */
export const maxDropped = 20

/** Maximum characters of a field's name in a response. */
const maxNamed = 40

export function droppedFrom(field: string, reason: string): Dropped {
  return { field: field.length > maxNamed ? `${field.slice(0, maxNamed).toWellFormed()}…` : field, reason }
}

/** The last one states how many were omitted. */
export function namedDrops(dropped: readonly Dropped[]): Dropped[] {
  if (dropped.length <= maxDropped) return [...dropped]
  const named = dropped.slice(0, maxDropped - 1)
  return [...named, { field: 'body', reason: `${dropped.length - named.length} more fields were dropped` }]
}

/** Returns the longest prefix of the text that fits in `bytes` bytes of UTF-8, without splitting a character. */
export function cutToBytes(text: string, bytes: number): string {
  // A UTF-16 unit takes three bytes at most.
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text
  const start = Buffer.from(text.slice(0, bytes))
  let end = Math.min(bytes, start.length)
  // Moves back while the cut is at a UTF-8 continuation byte.
  while (end > 0 && ((start[end] ?? 0) & 0xc0) === 0x80) end--
  return start.toString('utf8', 0, end)
}
