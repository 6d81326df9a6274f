import { retryParkedEvents, rollBack } from '@stepledger/contracts/http/operated-actions.ts'
import {
  dropRulesPreview,
  previewRules,
  publishPreviewedRules,
} from '@stepledger/contracts/http/operated-rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../platform/authentication/authentication.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { auditChanged, recordOperatorAction } from './operator-audit.ts'

/**
 * Serves the actions of operators on generations and rules. Like those of commands they are in the audit log, by the
 * signed-in account and with its reason; the projector carries them out.
 */
export function serveOperatorActions(app: FastifyInstance, accounts: Accounts): void {
  const { generations } = accounts
  const record = (
    { playerId: id }: Caller,
    reason: string,
    what: string,
    details: Readonly<Record<string, string>>,
  ) => recordOperatorAction(accounts, { what, details }, { id, reason })

  serve(app, retryParkedEvents, async ({ caller, body: { reason } }) => {
    const events = await generations.retryParked()
    await record(caller, reason, 'Parked events retried', { events: String(events) })
    return { events }
  })

  serve(app, rollBack, async ({ caller, body: { generation, reason } }) => {
    const { id, rulesOffset } = await generations.rollBackTo(generation)
    await record(caller, reason, 'Rolled back', { generation: String(id), rules: `0:${rulesOffset}` })
    return { generation: id }
  })

  serve(app, previewRules, async ({ caller, body: { rules, basedOn, reason } }) => {
    await generations.requestPreview(rules, basedOn)
    await record(caller, reason, 'Rules previewed', { title: rules.title })
    return {}
  })

  serve(app, dropRulesPreview, async ({ caller, body: { generation, reason } }) => {
    await generations.dropPreview(generation)
    const details: Record<string, string> = generation === null ? {} : { generation: String(generation) }
    await record(caller, reason, 'Preview of rules dropped', details)
    return {}
  })

  serve(app, publishPreviewedRules, async ({ caller, body: { generation, expected, reason } }) => {
    const by = { operator: caller.playerId, reason }
    const offset = await generations.publishPreview(generation, expected, by)
    accounts.push.publish(auditChanged)
    return { offset }
  })
}
