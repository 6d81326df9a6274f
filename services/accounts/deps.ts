import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Database } from '../platform/database/database.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { Log } from '../platform/log/log.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { Push } from '../platform/push/push.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Devices } from './sign-in/devices.ts'
import type { Passwords } from './sign-in/passwords.ts'
import type { AccountsDatabase } from './tables.ts'

/** What the accounts service stands on. */
export interface AccountsDeps {
  readonly database: Database
  readonly push: Push
  readonly ledger: Pick<Ledger, 'append' | 'at'>
  readonly storage: Storage
  readonly mailer: Mailer
  /** Removes what exports that were killed have left. Never throws. */
  sweepExports(): Promise<void>
  /** Origin under which players reach us, without a slash at the end: that of links in mails, and of passkeys. */
  readonly publicUrl: () => string
  /** How to reach those who run this site; null where they did not say. */
  readonly contact: string | null
  readonly log: Log
  /** ms since 1970. */
  readonly now: () => number
  /** This many bytes that nobody can guess. */
  readonly random: (bytes: number) => Buffer
  /** What the own account shows of the live generation of the read models. */
  readonly readModels: {
    /** `since`: ms since 1970. */
    rivalsOf(playerId: string): Promise<readonly { rival: string; since: number }[]>
    rivalIdsOf(playerId: string): Promise<string[]>
    /** Where the plays of a player lie in the ledger, those that were withdrawn as well, the oldest first. */
    playPositionsOf(playerId: string): Promise<readonly (Position & { playId: number })[]>
    hasPlays(playerId: string): Promise<boolean>
    /** In the event of now, or else the last one; null for who takes no part. */
    eventRankOf(playerId: string): Promise<number | null>
  }
}

/** The same, with the tables at hand. */
export interface Accounts extends AccountsDeps {
  readonly db: AccountsDatabase
  readonly passwords: Passwords
  readonly devices: Devices
}
