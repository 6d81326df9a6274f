import type { Database } from '../platform/database/database.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { Log } from '../platform/log/log.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { PackReader } from './read-pack/reader-thread.ts'

/** What the catalogue service stands on. */
export interface CatalogueDeps {
  readonly database: Database
  readonly ledger: Pick<Ledger, 'append'>
  readonly storage: Storage
  readonly readPack: PackReader
  readonly log: Log
  /** Ms since 1970. */
  readonly now: () => number
}
