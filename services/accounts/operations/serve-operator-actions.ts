import { retryParkedEvents, rollBack } from '@stepledger/contracts/http/operated-actions.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { recordOperatorAction } from './record-operator-action.ts'

/**
 * Serves the actions of operators on generations. Like those of commands they are in the audit log, by the signed-in
 * account and with its reason; the projector carries them out.
 */
export function serveOperatorActions(
  app: FastifyInstance,
  accounts: Pick<Accounts, 'db' | 'generations' | 'push'>,
): void {
  const { generations } = accounts

  serve(app, retryParkedEvents, async ({ caller, body: { reason } }) => {
    const events = await generations.retryParked()
    const details = { events: String(events) }
    await recordOperatorAction(
      accounts,
      { what: 'Parked events retried', details },
      { id: caller.playerId, reason },
    )
    return { events }
  })

  serve(app, rollBack, async ({ caller, body: { generation, reason } }) => {
    const { id, rulesOffset } = await generations.rollBackTo(generation)
    const details = { generation: String(id), rules: `0:${rulesOffset}` }
    await recordOperatorAction(accounts, { what: 'Rolled back', details }, { id: caller.playerId, reason })
    return { generation: id }
  })
}
