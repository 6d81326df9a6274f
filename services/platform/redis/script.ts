import { createHash } from 'node:crypto'

/** A Lua script that Redis runs as one step, known to it by its hash. */
export interface Script {
  readonly text: string
  readonly hash: string
}

export function script(text: string): Script {
  return { text, hash: createHash('sha1').update(text).digest('hex') }
}

/** Redis was restarted, or never had the script. */
export function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT')
}
