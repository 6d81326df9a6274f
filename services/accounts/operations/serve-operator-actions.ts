import { retryParkedEvents, rollBack } from '@stepledger/contracts/http/operated-actions.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { insertOperatorAuditEntry } from './operator-audit.ts'

/**
 * Serves the actions of operators on generations. Like those of commands they are in the audit log, by the signed-in
 * account and with its reason; the projector carries them out.
 */
export function serveOperatorActions(
  app: FastifyInstance,
  { db, generations, push }: Pick<Accounts, 'db' | 'generations' | 'push'>,
): void {
  serve(app, retryParkedEvents, async ({ caller, body: { reason } }) => {
    const events = await generations.retryParked()
    await insertOperatorAuditEntry(
      db,
      { what: 'Parked events retried', details: { events: String(events) } },
      { id: caller.playerId, reason },
    )
    push.publish({ kind: 'operations', about: 'audit' })
    return { events }
  })

  serve(app, rollBack, async ({ caller, body: { generation, reason } }) => {
    const { id, rulesOffset } = await generations.rollBackTo(generation)
    await insertOperatorAuditEntry(
      db,
      {
        what: 'Rolled back',
        details: { generation: String(id), rules: `0:${rulesOffset}` },
      },
      { id: caller.playerId, reason },
    )
    push.publish({ kind: 'operations', about: 'audit' })
    return { generation: id }
  })
}
