import { createHash } from 'node:crypto'

/** SHA-256 of a session token or API key, as stored. A fast hash suffices, as both are random. */
export function credentialHash(credential: string): Buffer {
  return createHash('sha256').update(credential).digest()
}
