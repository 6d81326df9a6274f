import { createHash } from 'node:crypto'

/** SHA-256 of a session token or an API key: what is kept of it. Both are random, so nothing slower is needed. */
export function credentialHash(credential: string): Buffer {
  return createHash('sha256').update(credential).digest()
}
