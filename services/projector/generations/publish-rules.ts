import { randomUUID } from 'node:crypto'
import type { ActedBy } from '@stepledger/contracts/events/acted-by.ts'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { rulesPublished } from '@stepledger/contracts/events/rules-published.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { notifyGenerationManager } from './generation-requests.ts'
import { takeOverPreview } from './preview-generation.ts'

/** Appends the rules, and makes their preview the next generation if there is one. Returns their offset. */
export async function publishRules(
  { database, ledger }: { readonly database: Database; readonly ledger: Pick<Ledger, 'append'> },
  rules: Rules,
  by: ActedBy,
): Promise<number> {
  const key = 'rules'
  const event = { id: randomUUID(), at: Date.now(), key, data: { rules, by } }
  const { offset } = await ledger.append('rules', { key, bytes: encodeEvent(rulesPublished, event) })
  // Unless a server has done so already.
  await takeOverPreview(database, { rules, codeVersion }, offset)
  await notifyGenerationManager(database.pool)
  return offset
}
