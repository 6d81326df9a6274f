import { confirmErasure as confirmErasureRoute } from '@stepledger/contracts/http/mail-links.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { useLink } from '../mail/links.ts'
import { linkIsOver } from '../mail/verify-email.ts'
import { confirmErasure } from './confirm-erasure.ts'

/** Serves the link of the mail that asks whether the account is to be erased. */
export function serveConfirmErasure(app: FastifyInstance, { db, now }: Accounts): void {
  serve(app, confirmErasureRoute, async ({ body }) => {
    const at = new Date(now())
    const eraseAt = await db.transaction().execute(async (trx) => {
      const link = await useLink(trx, at, body.token, ['confirmErasure'])
      const due = link && (await confirmErasure(trx, at, link.playerId))
      if (!due) throw linkIsOver()
      return due
    })
    return { message: 'Your account will be deleted', eraseAt: eraseAt.toISOString() }
  })
}
