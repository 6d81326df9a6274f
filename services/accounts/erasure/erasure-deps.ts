import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { Storage } from '../../platform/storage/storage.ts'

export interface ErasureDeps {
  readonly database: Pick<Database, 'pool' | 'transaction'>
  readonly ledger: Pick<Ledger, 'append'>
  readonly storage: Pick<Storage, 'delete' | 'list'>
  readonly mailer: Pick<Mailer, 'forget'>
  /** ms since 1970. */
  readonly now: () => number
}
