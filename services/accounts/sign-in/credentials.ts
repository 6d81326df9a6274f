import { createHash } from 'node:crypto'

const keyPrefix = 'sl_'
const keyLength = 32
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Rejection sampling: larger bytes are skipped, so that all letters are equally likely. */
const fairBelow = 256 - (256 % letters.length)

/** A session token: 32 random bytes. */
export function newToken(random: (bytes: number) => Buffer): string {
  return random(32).toString('base64url')
}

/** `sl_` and 32 letters and digits. The game's ini reader parses numeric values as numbers and cuts at `=`. */
export function newApiKey(random: (bytes: number) => Buffer): string {
  let key = ''
  while (key.length < keyLength) {
    for (const byte of random(keyLength)) {
      if (byte < fairBelow && key.length < keyLength) key += letters.charAt(byte % letters.length)
    }
  }
  return keyPrefix + key
}

/** The start of a key, enough to distinguish a player's keys. */
export function fingerprintOf(key: string): string {
  return `${key.slice(0, keyPrefix.length + 5)}…`
}

/** SHA-256 of a session token or API key, as stored. A fast hash suffices, as both are random. */
export function credentialHash(credential: string): Buffer {
  return createHash('sha256').update(credential).digest()
}
