import { createCipheriv, createDecipheriv } from 'node:crypto'

const cipherName = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts text under the key of its player (32 bytes): nonce, tag, ciphertext. Deleting the key makes the text
 * unreadable.
 */
export function seal(text: string, key: Uint8Array, random: (bytes: number) => Uint8Array): Uint8Array {
  const nonce = random(nonceBytes)
  const cipher = createCipheriv(cipherName, key, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Decrypts a sealed text. Throws if the key is another one or the bytes were changed. */
export function unseal(sealed: Uint8Array, key: Uint8Array): string {
  const decipher = createDecipheriv(cipherName, key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  const body = decipher.update(sealed.subarray(nonceBytes + tagBytes))
  return Buffer.concat([body, decipher.final()]).toString('utf8')
}
