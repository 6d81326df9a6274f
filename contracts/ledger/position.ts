import { z } from 'zod'

/** Where an event lies in its topic. Offsets start at 0 and are contiguous within a partition. */
export interface Position {
  readonly partition: number
  readonly offset: number
}

/** The header that a write answers with, and that a read may send to wait for that write. */
export const positionHeader = 'ledger-position'

/** The header that says a read answered before it had caught up with the position it was asked for. */
export const staleHeader = 'ledger-stale'

/** The header that says which generation of the read models answered. */
export const generationHeader = 'ledger-generation'

/** A position as text, `partition:offset`. */
export const positionText = z.string().regex(/^[0-9]{1,5}:[0-9]{1,15}$/, 'must be partition:offset')

export function formatPosition({ partition, offset }: Position): string {
  return `${partition}:${offset}`
}

/** The position that `text` names, or null when it is not one. */
export function parsePosition(text: string): Position | null {
  if (!positionText.safeParse(text).success) return null
  const [partition = 0, offset = 0] = text.split(':').map(Number)
  return { partition, offset }
}
