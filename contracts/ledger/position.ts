import { z } from 'zod'

/** The position of an event in its topic. Offsets start at 0 and are contiguous within a partition. */
export interface Position {
  readonly partition: number
  readonly offset: number
}

/** The header with the position of a write; a read may send it to wait for that write (read-your-writes). */
export const positionHeader = 'ledger-position'

/** The header of a read that responded before it reached the requested position. */
export const staleHeader = 'ledger-stale'

/** The header with the generation of the read models that served the response. */
export const generationHeader = 'ledger-generation'

/** Formats a position as `partition:offset`. */
export const positionText = z.string().regex(/^[0-9]{1,5}:[0-9]{1,15}$/, 'must be partition:offset')

export function formatPosition({ partition, offset }: Position): string {
  return `${partition}:${offset}`
}

/** Parses a position; null if malformed. */
export function parsePosition(text: string): Position | null {
  if (!positionText.safeParse(text).success) return null
  const [partition = 0, offset = 0] = text.split(':').map(Number)
  return { partition, offset }
}
