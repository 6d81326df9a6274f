import { createHash } from 'node:crypto'

/** The digest of an id, for states and tables that must not hold it: 32 hex digits. `of`: what it is the id of. */
export function digestOf(of: 'player' | 'uploader' | 'stream', id: string): string {
  return createHash('sha256').update(`${of} ${id}`).digest('hex').slice(0, 32)
}
