import type { NotificationKind } from '@stepledger/contracts/http/notifications.ts'
import type { KeyRefusals } from '@stepledger/contracts/http/operated-players.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecentPlayOf } from '@stepledger/projections/catalogue/recent-plays.ts'
import type {
  ListedInterval,
  ListedNotifications,
  RefusedPlays,
  RefusedPlaysOf,
} from '@stepledger/projections/notifications/reads.ts'
import type { CompetitionStreams } from '../competition-streams.ts'
import type { Database } from '../platform/database/database.ts'
import type { Handle } from '../platform/decisions/handle.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { Log } from '../platform/log/log.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { Push } from '../platform/push/push.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Progress } from '../progress.ts'
import type { Devices } from './sign-in/devices.ts'
import type { Passwords } from './sign-in/passwords.ts'
import type { AccountsDatabase } from './tables.ts'

/** Reads from the read models of the live generation; `services/live-reads.ts` implements them. */
export interface AccountsReads {
  /** `since`: ms since 1970. */
  rivalsOf(playerId: string): Promise<readonly { rival: string; since: number }[]>
  rivalIdsOf(playerId: string): Promise<string[]>
  /** Positions of a player's plays in the ledger, withdrawn ones included, oldest first. */
  playPositionsOf(playerId: string): Promise<readonly (Position & { playId: number })[]>
  /** What a player is in competitions. `since`: ms since 1970. */
  participationsOf(playerId: string): Promise<readonly { slug: string; status: string; since: number }[]>
  /** The milestones that a player has reached, latest first. */
  milestonesOf(playerId: string): Promise<readonly OwnMilestone[]>
  /** What an erasure deletes. `rivalOf`: players who have this one as a rival. */
  countsOfErasure(playerId: string): Promise<{ plays: number; rivals: number; rivalOf: number }>
  hasPlays(playerId: string): Promise<boolean>
  /** When these players played last, ms since 1970. */
  lastPlayTimes(playerIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The last played plays, as in recent lists. */
  recentPlaysOf(playerId: string): Promise<readonly RecentPlayOf[]>
  /** Rank in the current competition, or else the last one; null without plays in it. */
  eventRankOf(playerId: string): Promise<number | null>
  /** What happened to a player, newest first; null while it is being computed. */
  notificationsOf(playerId: string, query: NotificationsOfMail): Promise<ListedNotifications | null>
}

/** A milestone that a player has reached, with the play that reached it. `playedAt`: ms since 1970. */
interface OwnMilestone {
  readonly name: string
  readonly meter: number | null
  readonly pack: number | null
  readonly playId: number
  readonly playedAt: number
}

/** `systemId`: of the board; null for the first. */
export interface NotificationsOfMail extends ListedInterval {
  readonly systemId: number | null
  readonly kinds: readonly NotificationKind[]
  readonly refused: readonly RefusedPlays[]
}

export interface AccountsDeps {
  readonly database: Database
  readonly push: Push
  readonly ledger: Pick<Ledger, 'append' | 'at' | 'read'>
  readonly handle: Handle
  readonly competitions: CompetitionStreams
  readonly storage: Storage
  readonly mailer: Mailer
  /** Public origin without a trailing slash, for links in mails and for passkeys. */
  readonly publicUrl: () => string
  /** Contact address of the operator; null when not configured. */
  readonly contact: string | null
  readonly log: Log
  /** ms since 1970. */
  readonly now: () => number
  /** This many cryptographically random bytes. */
  readonly random: (bytes: number) => Buffer
  readonly readModels: AccountsReads
  readonly refusedPlaysOf: RefusedPlaysOf
  readonly progress: Pick<Progress, 'reached'>
  /** Whether no other process serves this data. */
  readonly isAlone: boolean
  /** Refusals of the last week with these keys, and with those that begin with `prefix`, most frequent first. */
  readonly readRefusals: (
    of: { readonly keys: readonly string[]; readonly prefix: string | null },
    limit: number,
  ) => Promise<KeyRefusals[]>
}

/** Dependencies and helpers shared by the routes. */
export interface Accounts extends AccountsDeps {
  readonly db: AccountsDatabase
  readonly passwords: Passwords
  readonly devices: Devices
}
