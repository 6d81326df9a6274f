import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AccountsDatabase } from '../tables.ts'

/**
 * Tells devices that were signed in to an account from strangers, so that strangers who guess its password do not slow
 * them down. A device keeps a token; it authenticates nobody, names nobody, and nothing is stored of it: it is signed
 * for the mail of its account.
 */
export interface Devices {
  /** The token of a device that is being signed in: a new one, or that of a known device for another year. */
  tokenFor(emailKey: string, deviceId: string | null): string
  /** The id of a device that was signed in to the account of this mail within a year; null for any other one. */
  idOf(token: string, emailKey: string): string | null
}

export interface DevicesOptions {
  /** 32 bytes that nobody knows. */
  readonly key: Uint8Array
  /** ms since 1970. */
  readonly now: () => number
  readonly random: (bytes: number) => Buffer
}

const idBytes = 16
const timeBytes = 4
const signatureBytes = 32
const aYear = 365 * 24 * 3600

export function signedDevices({ key, now, random }: DevicesOptions): Devices {
  const sign = (signed: Buffer, emailKey: string) =>
    createHmac('sha256', key).update(signed).update(emailKey).digest()
  const seconds = () => Math.floor(now() / 1000)
  return {
    tokenFor(emailKey, deviceId) {
      const time = Buffer.alloc(timeBytes)
      time.writeUInt32BE(seconds())
      const id = deviceId === null ? random(idBytes) : Buffer.from(deviceId, 'base64url')
      const signed = Buffer.concat([id, time])
      return Buffer.concat([signed, sign(signed, emailKey)]).toString('base64url')
    },
    idOf(token, emailKey) {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== idBytes + timeBytes + signatureBytes) return null
      const signed = bytes.subarray(0, idBytes + timeBytes)
      if (!timingSafeEqual(bytes.subarray(signed.length), sign(signed, emailKey))) return null
      if (signed.readUInt32BE(idBytes) + aYear <= seconds()) return null
      return signed.toString('base64url', 0, idBytes)
    },
  }
}

/** The key that all processes sign with. */
export async function readDeviceKey(db: AccountsDatabase): Promise<Buffer> {
  const { value } = await db
    .selectFrom('accounts.secrets')
    .select('value')
    .where('name', '=', 'devices')
    .executeTakeFirstOrThrow()
  return value
}
