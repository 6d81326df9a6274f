import { checkMailLink, type MailLink } from '@stepledger/contracts/http/mail-links.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { findPlayerRow } from '../player-row.ts'
import { findLink } from './links.ts'

/** Serves the state of a mail's link for its page. Read-only, as mail scanners open links. */
export function serveCheckMailLink(app: FastifyInstance, { db, now }: Accounts): void {
  serve(app, checkMailLink, async ({ body, caller }): Promise<MailLink> => {
    const link = await findLink(db, new Date(now()), body.token)
    if (!link) return { state: 'expired' }
    const { playerId, purpose } = link
    if (link.isUsed) return { state: 'used', purpose }
    const player = await findPlayerRow(db, 'id', playerId)
    if (!player) return { state: 'expired' }
    return { state: 'open', purpose, alias: player.alias, isOwn: caller?.playerId === playerId }
  })
}
