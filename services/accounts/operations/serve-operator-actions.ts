import { retryParkedEvents, rollBack } from '@stepledger/contracts/http/operated-actions.ts'
import {
  dropRulesPreview,
  previewRules,
  publishPreviewedRules,
} from '@stepledger/contracts/http/operated-rules.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { auditChanged, doAndRecord } from './operator-audit.ts'

/**
 * Serves the actions of operators on generations and rules. Like those of commands they are in the audit log, by the
 * signed-in account and with its reason; the projector carries them out.
 */
export function serveOperatorActions(app: FastifyInstance, accounts: Accounts): void {
  const { generations } = accounts

  serve(app, retryParkedEvents, async ({ caller: { playerId: id }, body: { reason } }) => {
    const retry = () => generations.retryParked()
    const events = await doAndRecord(accounts, 'Parked events retried', { id, reason }, retry, (count) => ({
      events: String(count),
    }))
    return { events }
  })

  serve(app, rollBack, async ({ caller: { playerId }, body: { generation, reason } }) => {
    const by = { id: playerId, reason }
    const goBack = () => generations.rollBackTo(generation, { operator: playerId, reason })
    const { id } = await doAndRecord(accounts, 'Rolled back', by, goBack, ({ id, rulesOffset }) => ({
      generation: String(id),
      rules: `0:${rulesOffset}`,
    }))
    return { generation: id }
  })

  serve(app, previewRules, async ({ caller: { playerId: id }, body: { rules, basedOn, reason } }) => {
    const preview = () => generations.requestPreview(rules, basedOn)
    await doAndRecord(accounts, 'Rules previewed', { id, reason }, preview, () => ({ title: rules.title }))
    return {}
  })

  serve(app, dropRulesPreview, async ({ caller: { playerId: id }, body: { generation, reason } }) => {
    const drop = () => generations.dropPreview(generation)
    await doAndRecord(accounts, 'Preview of rules dropped', { id, reason }, drop, () => detailsOf(generation))
    return {}
  })

  serve(app, publishPreviewedRules, async ({ caller, body: { generation, expected, reason } }) => {
    const by = { operator: caller.playerId, reason }
    const offset = await generations.publishPreview(generation, expected, by)
    accounts.push.publish(auditChanged)
    return { offset }
  })
}

function detailsOf(generation: number | null): Record<string, string> {
  return generation === null ? {} : { generation: String(generation) }
}
