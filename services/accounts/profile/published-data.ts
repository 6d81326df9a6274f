import { getPublishedData, setPublishedData } from '@stepledger/contracts/http/published-data.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import { insertAuditEntry } from '../audit/audit.ts'
import type { Accounts } from '../deps.ts'
import { lockPlayer } from '../lock-player.ts'
import { playerRow, updatePlayer } from '../player-row.ts'

export function servePublishedData(app: FastifyInstance, { db, now }: Accounts): void {
  serve(app, getPublishedData, async ({ caller }) => ({
    included: (await playerRow(db, caller.playerId)).in_published_data,
  }))

  serve(app, setPublishedData, ({ caller: { playerId }, body: { included } }) =>
    db.transaction().execute(async (trx) => {
      await lockPlayer(trx, playerId)
      if ((await playerRow(trx, playerId)).in_published_data === included) return { included }
      const at = new Date(now())
      await updatePlayer(trx, playerId, at, { in_published_data: included })
      const what = included ? 'Joined the published data' : 'Left the published data'
      await insertAuditEntry(trx, { at, playerId, what })
      return { included }
    }),
  )
}
