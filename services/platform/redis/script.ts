import { createHash } from 'node:crypto'

/** A Lua script that Redis runs atomically, cached there by its hash. */
export interface Script {
  readonly text: string
  readonly hash: string
}

export function script(text: string): Script {
  return { text, hash: createHash('sha1').update(text).digest('hex') }
}

/** The script is not in Redis' cache, for example after a restart. */
export function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT')
}
