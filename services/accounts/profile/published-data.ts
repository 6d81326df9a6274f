import { getPublishedData, setPublishedData } from '@stepledger/contracts/http/published-data.ts'
import type { FastifyInstance } from 'fastify'
import { unauthorized } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { insertAuditEntry } from '../audit/audit.ts'
import type { Accounts } from '../deps.ts'
import { updatePlayer } from '../player-row.ts'
import type { AccountsDatabase } from '../tables.ts'

/** Serves the player's choice whether to be part of the published data. */
export function servePublishedData(app: FastifyInstance, { db, now }: Accounts): void {
  serve(app, getPublishedData, async ({ caller }) => ({ included: await isIncluded(db, caller.playerId) }))

  serve(app, setPublishedData, ({ caller: { playerId }, body: { included } }) =>
    db.transaction().execute(async (trx) => {
      if ((await isIncluded(trx, playerId, true)) === included) return { included }
      const at = new Date(now())
      await updatePlayer(trx, playerId, at, { in_published_data: included })
      const what = included ? 'Joined the published data' : 'Left the published data'
      await insertAuditEntry(trx, { at, playerId, what })
      return { included }
    }),
  )
}

/** Throws 401 when the account no longer exists. `lock`: locks the row until the transaction ends. */
async function isIncluded(db: AccountsDatabase, playerId: string, lock = false): Promise<boolean> {
  const query = db.selectFrom('accounts.players').select('in_published_data').where('id', '=', playerId)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw unauthorized('This account no longer exists')
  return row.in_published_data
}
