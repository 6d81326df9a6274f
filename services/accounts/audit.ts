import { getHistory, type HistoryEntry, historyPerPage } from '@stepledger/contracts/http/own-data.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { fromPage, pageMetaOf } from '../platform/http/paging.ts'
import { serve } from '../platform/http/serve.ts'
import type { Accounts } from './deps.ts'
import type { AccountsDatabase } from './tables.ts'

/** Values of a row of accounts.audit, as answers have them. */
export function describeEntry(row: {
  readonly at: Date
  readonly by: string
  readonly what: string
  readonly details: unknown
}): HistoryEntry {
  return {
    at: row.at.toISOString(),
    by: by.parse(row.by),
    what: row.what,
    details: details.parse(row.details),
  }
}

const details = z.record(z.string(), z.string())
const by = z.enum(['player', 'operator'])

export function serveHistory(app: FastifyInstance, { db }: Accounts): void {
  serve(app, getHistory, async ({ caller: { playerId }, query: { page } }) => {
    const requested = { page, limit: historyPerPage }
    const { from, limit } = fromPage(requested)
    const entries = db.selectFrom('accounts.audit').where('player_id', '=', playerId)
    const { total } = await entries
      .select((row) => row.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const rows = await entries
      .select(['at', 'by', 'what', 'details'])
      .orderBy('id', 'desc')
      .offset(from)
      .limit(limit)
      .execute()
    return {
      entries: rows.map(describeEntry),
      meta: pageMetaOf(requested, total),
    }
  })
}

/** An entry of an account's audit log. Never contains secrets. */
interface AuditEntry {
  readonly at: Date
  /** The owner of the account, who made the change. For operators: accounts/operations/operator-audit.ts. */
  readonly playerId: string
  /** In the past tense, shown to the owner: 'Password changed'. */
  readonly what: string
  /** For example the name of a passkey, an alias. */
  readonly details?: Readonly<Record<string, string>>
}

/** Inserts an entry into the audit log, in the transaction of the change. */
export async function insertAuditEntry(
  db: AccountsDatabase,
  { at, playerId, what, details = {} }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('accounts.audit')
    .values({ at, player_id: playerId, by: 'player', what, details: JSON.stringify(details) })
    .execute()
}
