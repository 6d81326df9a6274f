import { isRefusal, type Refusal } from '@stepledger/contracts/decider.ts'
import type { ActedBy } from '@stepledger/contracts/events/acted-by.ts'
import { publishedRules } from '@stepledger/contracts/rules/published-rules.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import type { Database } from '../../platform/database/database.ts'
import { handleOn } from '../../platform/decisions/handle.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { latestRules } from '../../platform/ledger/published-rules.ts'
import { refuseNewerCode } from './newer-code.ts'
import { requestMissingGeneration } from './next-generation.ts'

export interface PublishDeps {
  readonly database: Database
  readonly ledger: Pick<Ledger, 'append' | 'read' | 'ends'>
}

interface Decision {
  /** Absent if the server decides. */
  readonly by?: ActedBy
  /** The version of the stream of rules that the caller has seen. */
  readonly seen?: number
}

/**
 * Publishes rules, and requests a generation under them: one that exists, such as a preview or the one that was live
 * before, or a new one. Returns their offset. Throws NewerCodeError, StreamBusyError, UnconfirmedDecisionError.
 */
export async function publishRules(
  { database, ledger }: PublishDeps,
  rules: Rules,
  { by, seen }: Decision = {},
): Promise<number | Refusal> {
  await refuseNewerCode(database.pool, codeVersion)
  const streams = {
    name: 'rules',
    topic: 'rules',
    decider: publishedRules,
    read: async () => [(await latestRules(ledger)) ?? publishedRules.initial],
  } as const
  const command = { type: 'publish', rules, by } as const
  const published = await handleOn({ database, ledger })(streams, 'rules', command, { at: Date.now(), seen })
  if (isRefusal(published)) return published
  const inForce = await latestRules(ledger)
  if (inForce) await requestMissingGeneration(database, { inForce, codeVersion })
  return published.offset
}
