import type {
  FindByAlias,
  PlayerDirectory,
  PreferredBoards,
  PublishedPlayers,
} from '@stepledger/contracts/players/player-directory.ts'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import type { Registry } from 'prom-client'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Identity } from '../platform/identity/identity.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { Log } from '../platform/log/log.ts'
import type { Progress } from '../platform/progress/progress.ts'
import type { Push } from '../platform/push/push.ts'
import type { Rankings } from '../platform/rankings/rankings.ts'
import type { Storage } from '../platform/storage/storage.ts'

/** What the query service stands on. */
export interface QueryDeps {
  /** The database, by connections that only pages take. */
  readonly database: Database
  /** The same, for single statements. */
  readonly readModels: ReadDatabase
  readonly ledger: Ledger
  readonly players: PlayerDirectory
  readonly findByAlias: FindByAlias
  readonly preferredBoards: PreferredBoards
  readonly identity: Identity
  readonly progress: Progress
  readonly push: Push
  readonly rankings: Rankings
  readonly storage: Storage
  readonly log: Log
  /** Where it counts what it does. */
  readonly metrics: Registry
  /** How many websockets may be open. */
  readonly sockets: Config['sockets']
  /** How many event streams may be open, and how long after its end an hour of plays is published. */
  readonly streams: Config['streams']
  /** Which of some players stand in what is published about plays. */
  readonly published: PublishedPlayers
  /** The secret that the noise of published counts follows from. */
  readNoiseKey(): Promise<string>
  /** The clock, ms since 1970. */
  now(): number
  /** Which engines run, for the health page. */
  readonly engine: { readonly ledger: string; readonly push: string }
  /** Origin under which players reach us, without a slash at the end. */
  readonly publicUrl: string
  /** How to reach those who run this site; null where they did not say. */
  readonly contact: string | null
  /** Folder of the built web app; null when this process serves none. */
  readonly websiteDir: string | null
  /** Folder of what players install into the game; null when this process serves none. */
  readonly downloadsDir: string | null
}
