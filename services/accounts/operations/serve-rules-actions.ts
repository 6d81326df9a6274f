import {
  dropRulesPreview,
  previewRules,
  publishPreviewedRules,
} from '@stepledger/contracts/http/operated-rules.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { recordOperatorAction } from './record-operator-action.ts'

/** Serves the preview and the publication of rules to operators, as `ledger rules` does them; each is in the audit log. */
export function serveRulesActions(
  app: FastifyInstance,
  accounts: Pick<Accounts, 'db' | 'generations' | 'push'>,
): void {
  const { generations } = accounts
  const record = (
    what: string,
    details: Readonly<Record<string, string>>,
    by: { readonly id: string; readonly reason: string },
  ) => recordOperatorAction(accounts, { what, details }, by)

  serve(app, previewRules, async ({ caller, body: { rules, basedOn, reason } }) => {
    await generations.requestPreview(rules, basedOn)
    await record('Rules previewed', { title: rules.title }, { id: caller.playerId, reason })
    return {}
  })

  serve(app, dropRulesPreview, async ({ caller, body: { generation, reason } }) => {
    await generations.dropPreview(generation)
    const details: Record<string, string> = generation === null ? {} : { generation: String(generation) }
    await record('Preview of rules dropped', details, { id: caller.playerId, reason })
    return {}
  })

  serve(app, publishPreviewedRules, async ({ caller, body: { generation, expected, reason } }) => {
    const { offset, title } = await generations.publishPreview(generation, expected)
    const details = { offset: String(offset), title }
    await record('Rules published', details, { id: caller.playerId, reason })
    return { offset }
  })
}
