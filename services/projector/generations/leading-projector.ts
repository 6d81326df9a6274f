import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/database.ts'
import { leaderName } from '../../platform/database/leader.ts'

const prefix = 'stepledger projector, code version '

/** The name of the leading projector's connection. */
export function projectorName(codeVersion: number): string {
  return `${prefix}${codeVersion}`
}

/**
 * Code version of the leading projector, which alone builds generations; 0 for a release that does not state it. Null if
 * no projector leads.
 */
export async function leadingCodeVersion(database: {
  readonly pool: Pick<Database['pool'], 'query'>
}): Promise<number | null> {
  const name = await leaderName(database, advisoryLocks.projector)
  if (name === null) return null
  return name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0
}
