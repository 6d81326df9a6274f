import { createHash, createHmac, type Hash, type Hmac, hkdfSync } from 'node:crypto'
import { UsageError } from '../../exit-codes.ts'
import { readTextFile } from '../../read-json-file.ts'

/** The operator's key of an encrypted backup, 32 bytes. */
export type BackupKey = Buffer

/** Reads a key: 64 hexadecimal digits, as `openssl rand -hex 32` prints them. Throws UsageError. */
export async function readKeyFile(path: string): Promise<BackupKey> {
  const text = await readTextFile(path)
  if (!/^[0-9a-fA-F]{64}$/.test(text.trim()))
    throw new UsageError(`--key-file: ${path} must contain 64 hexadecimal digits (openssl rand -hex 32)`)
  return Buffer.from(text.trim(), 'hex')
}

/** A value that distinguishes keys without revealing them. */
export function keyFingerprint(key: BackupKey): string {
  return createHmac('sha256', key).update('stepledger backup key').digest('hex').slice(0, 32)
}

/**
 * Hashes the content of a file for its name. With a key the hash is keyed, so that names do not reveal which contents a
 * backup has.
 */
export function contentHash(key: BackupKey | null): Hash | Hmac {
  return key
    ? createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', 'stepledger backup names', 32)))
    : createHash('sha256')
}
