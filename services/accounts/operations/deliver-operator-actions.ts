import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import {
  type OperatorActed,
  operatorActed,
  operatorActedKey,
} from '@stepledger/contracts/events/operator-acted.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import type { Push } from '../../platform/push/push.ts'
import { auditChanged } from './operator-audit.ts'

/** Longer than an append takes. */
const lease = "interval '30 seconds'"
const batch = 20

/**
 * Appends the actions of operators that are in the outbox to the ledger, oldest first, each leased by one process at a
 * time. After a crash an event can be appended twice, with the same id; readers skip the second.
 */
export async function deliverOperatorActions({
  database: { pool },
  ledger,
  push,
}: {
  readonly database: Pick<Database, 'pool'>
  readonly ledger: Pick<Ledger, 'append'>
  readonly push: Pick<Push, 'publish'>
}): Promise<void> {
  for (let delivered = batch; delivered === batch; ) {
    const { rows } = await pool.query(
      `update accounts.operator_actions set leased_until = now() + ${lease}
       where id in (
         select id from accounts.operator_actions where leased_until < now() order by at, id limit $1
         for update skip locked)
       returning id, at, operator, what, player_id, details, reason`,
      [batch],
    )
    const due = queuedActions.parse(rows).sort((a, b) => a.at.getTime() - b.at.getTime())
    for (const { id, at, operator, what, player_id: player, details, reason } of due) {
      const data: OperatorActed['data'] = { operator, what, player, details, reason }
      const event = { id, at: at.getTime(), key: operatorActedKey, data }
      await ledger.append('rules', { key: operatorActedKey, bytes: encodeEvent(operatorActed, event) })
      await pool.query('delete from accounts.operator_actions where id = $1', [id])
    }
    delivered = due.length
    if (delivered > 0) push.publish(auditChanged)
  }
}

const everyMs = 10_000

/** Background work that appends what a command could not, because the ledger was unavailable. */
export function operatorActionsWork(deps: Parameters<typeof deliverOperatorActions>[0]) {
  return async (): Promise<number> => {
    await deliverOperatorActions(deps)
    return everyMs
  }
}

/** Rows of accounts.operator_actions: actions of operators that are not on the ledger yet. */
export const queuedActions = z.array(
  z.object({
    id: z.string(),
    at: z.date(),
    operator: z.string().nullable(),
    what: z.string(),
    player_id: z.string().nullable(),
    details: z.record(z.string(), z.string()),
    reason: z.string().nullable(),
  }),
)
