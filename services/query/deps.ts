import type { OperationsState } from '@stepledger/contracts/http/operations.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type {
  FindByAlias,
  PlayerDirectory,
  PreferredBoards,
  PublishedPlayers,
  TimeZoneOf,
} from '@stepledger/contracts/players/player-directory.ts'
import type { RefusedPlaysOf } from '@stepledger/projections/notifications/reads.ts'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import type { Registry } from 'prom-client'
import type { Authentication } from '../platform/authentication/authentication.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Reachability } from '../platform/health/reachability.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { Log } from '../platform/log/log.ts'
import type { Push } from '../platform/push/push.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { PlayTracing } from '../platform/tracing/play-tracing.ts'
import type { Progress } from '../progress.ts'
import type { Rankings } from './rankings.ts'

export interface QueryDeps {
  /** The database, through a connection pool reserved for pages. */
  readonly database: Database
  /** The same database, for single statements. */
  readonly readModels: ReadDatabase
  readonly ledger: Ledger
  readonly players: PlayerDirectory
  readonly findByAlias: FindByAlias
  readonly preferredBoards: PreferredBoards
  readonly timeZoneOf: TimeZoneOf
  readonly refusedPlaysOf: RefusedPlaysOf
  /** Returns a position in the ledger at which an accepted play is included; null for an unknown one. */
  positionOfPlay(playId: number): Promise<Position | null>
  readonly authentication: Authentication
  readonly progress: Progress
  readonly push: Push
  readonly rankings: Rankings
  readonly storage: Storage
  readonly log: Log
  readonly metrics: Registry
  /** Null without a collector. */
  readonly tracing: PlayTracing | null
  /** Limits of open WebSocket connections. */
  readonly sockets: Config['sockets']
  /** Limits of open event streams, and the delay after which an hour of plays is published. */
  readonly streams: Config['streams']
  /** Filters player ids to those whose plays may be published. */
  readonly published: PublishedPlayers
  /** The clock, ms since 1970. */
  now(): number
  readonly engine: { readonly ledger: string; readonly push: string }
  /** The parts that the health response names when they do not answer. */
  readonly parts: Pick<Reachability, 'probe'>
  /** Reads the generations and their progress; `services/live-reads.ts` implements it. */
  readOperations(): Promise<OperationsState>
  /** Public origin of the site, without a trailing slash. */
  readonly publicUrl: string
  /** How to contact the operators of this site; null when not configured. */
  readonly contact: string | null
  /** Web address of the community's chat; null when not configured. */
  readonly communityChat: string | null
  /** Folder of the built web app; null when this process serves none. */
  readonly websiteDir: string | null
  /** Folder with what players install into the game, as it was built; null when this process serves none. */
  readonly downloadsDir: string | null
}
