import type { WaitingChart } from '@stepledger/contracts/http/pack-uploads.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { FindByAlias, PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import type { WaitingOf, WaitingPack } from '@stepledger/projections/catalogue/sources/waiting-sources.ts'
import type { DecidedStreams } from '../decided-streams.ts'
import type { RecordAction } from '../platform/audit/operator-entry.ts'
import type { Database } from '../platform/database/database.ts'
import type { Handle } from '../platform/decisions/handle.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { Log } from '../platform/log/log.ts'
import type { Push } from '../platform/push/push.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { PackReader } from './read-pack/reader-thread.ts'

/** Reads from the live generation about charts that await acceptance; `services/live-reads.ts` implements them. */
export interface WaitingReads {
  waitingCharts(of: WaitingOf, limit: number): Promise<readonly WaitingChart[]>
  /** The packs with waiting charts, by id. */
  waitingPacks(limit: number): Promise<readonly WaitingPack[]>
  /** Number of waiting charts per pack. */
  waitingCounts(packs: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** Resolves to true once the event at `position` is folded, to false after `timeoutMs`. */
  reached(position: Position, timeoutMs: number): Promise<boolean>
}

/** What the catalogue also needs for decisions. */
export interface DecisionDeps {
  readonly handle: Handle
  readonly streams: Pick<DecidedStreams, 'pack' | 'chartSources'>
  readonly waiting: WaitingReads
}

/** What it also needs to serve operators. */
export interface OperatorDeps extends DecisionDeps {
  readonly players: Pick<PlayerDirectory, 'lookUp'>
  readonly findByAlias: FindByAlias
  readonly recordAction: RecordAction
}

export interface CatalogueDeps {
  readonly database: Database
  readonly ledger: Pick<Ledger, 'append' | 'read' | 'ends' | 'partitions'>
  readonly push: Pick<Push, 'publish'>
  readonly storage: Storage
  readonly readPack: PackReader
  readonly log: Log
  /** Ms since 1970. */
  readonly now: () => number
}
