const keyPrefix = 'sl_'
const keyLength = 32
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Bytes from here on are drawn again, so that every letter is as likely as any other. */
const fairBelow = 256 - (256 % letters.length)

/** What a session is known by: 32 random bytes. */
export function newToken(random: (bytes: number) => Buffer): string {
  return random(32).toString('base64url')
}

/** `sl_` and 32 letters and digits: the game's ini reader would take a number for a number, and cuts at `=`. */
export function newApiKey(random: (bytes: number) => Buffer): string {
  let key = ''
  while (key.length < keyLength) {
    for (const byte of random(keyLength)) {
      if (byte < fairBelow && key.length < keyLength) key += letters.charAt(byte % letters.length)
    }
  }
  return keyPrefix + key
}

/** The start of a key, enough for its owner to tell keys apart. */
export function fingerprintOf(key: string): string {
  return `${key.slice(0, keyPrefix.length + 5)}…`
}
