import { createHmac, timingSafeEqual } from 'node:crypto'
import { findPlayerRow } from '../player-row.ts'
import type { AccountsDatabase } from '../tables.ts'

interface Device {
  /** Unguessable, for rate limits. */
  readonly id: string
  /** The player's epoch when the token was issued. */
  readonly epoch: number
}

/**
 * Signed tokens of devices that were signed in to an account, so that password guessing from elsewhere does not lock them
 * out. A token does not authenticate. It is bound to the account's email and not stored.
 */
export interface Devices {
  /** Issues a token for a new device (`deviceId` null), or renews that of a known one for a year. */
  tokenFor(emailKey: string, epoch: number, deviceId: string | null): string
  /** Returns the device of a token issued for this email within a year; null for any other token. */
  read(token: string, emailKey: string): Device | null
}

interface DevicesOptions {
  /** 32 secret bytes. */
  readonly key: Uint8Array
  /** ms since 1970. */
  readonly now: () => number
  readonly random: (bytes: number) => Buffer
}

const idBytes = 16
const numberBytes = 4
const signatureBytes = 32
const yearSeconds = 365 * 24 * 3600

/** Tokens from before epochs existed lack the last number; their epoch is 0. */
const signedBytes = [idBytes + numberBytes, idBytes + 2 * numberBytes]

export function signedDevices({ key, now, random }: DevicesOptions): Devices {
  const sign = (signed: Buffer, emailKey: string) =>
    createHmac('sha256', key).update(signed).update(emailKey).digest()
  const seconds = () => Math.floor(now() / 1000)
  return {
    tokenFor(emailKey, epoch, deviceId) {
      const numbers = Buffer.alloc(2 * numberBytes)
      numbers.writeUInt32BE(seconds())
      numbers.writeUInt32BE(epoch, numberBytes)
      const id = deviceId === null ? random(idBytes) : Buffer.from(deviceId, 'base64url')
      const signed = Buffer.concat([id, numbers])
      return Buffer.concat([signed, sign(signed, emailKey)]).toString('base64url')
    },
    read(token, emailKey) {
      const bytes = Buffer.from(token, 'base64url')
      const signed = bytes.subarray(0, -signatureBytes)
      if (!signedBytes.includes(signed.length)) return null
      if (!timingSafeEqual(bytes.subarray(signed.length), sign(signed, emailKey))) return null
      if (signed.readUInt32BE(idBytes) + yearSeconds <= seconds()) return null
      const epoch = signed.length === signedBytes[0] ? 0 : signed.readUInt32BE(idBytes + numberBytes)
      return { id: signed.toString('base64url', 0, idBytes), epoch }
    },
  }
}

/**
 * Returns the device id of a valid token whose epoch is current, else null. Queries the database only when the signature
 * is valid.
 */
export async function recogniseDevice(
  { db, devices }: { readonly db: AccountsDatabase; readonly devices: Devices },
  token: string | undefined,
  emailKey: string,
): Promise<string | null> {
  const device = token === undefined ? null : devices.read(token, emailKey)
  if (device === null) return null
  const current = await findPlayerRow(db, 'email_key', emailKey)
  return current?.device_epoch === device.epoch ? device.id : null
}

/** Reads the signing key that all processes share. */
export async function readDeviceKey(db: AccountsDatabase): Promise<Buffer> {
  const { value } = await db
    .selectFrom('accounts.secrets')
    .select('value')
    .where('name', '=', 'devices')
    .executeTakeFirstOrThrow()
  return value
}
