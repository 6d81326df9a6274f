import type { Database } from '../../platform/database/database.ts'
import type { Handle } from '../../platform/decisions/handle.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { Storage } from '../../platform/storage/storage.ts'

export interface ErasureDeps {
  readonly database: Pick<Database, 'pool' | 'transaction'>
  readonly handle: Handle
  readonly storage: Pick<Storage, 'delete' | 'list'>
  readonly mailer: Pick<Mailer, 'forget'>
  /** ms since 1970. */
  readonly now: () => number
}
