import { randomUUID } from 'node:crypto'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { rulesPublished } from '@stepledger/contracts/rules/events.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { postgresLedger } from '@stepledger/services/platform/ledger/postgres-ledger.ts'
import { notifyGenerationManager } from '@stepledger/services/projector/generations/generation-requests.ts'
import type { Site } from './site.ts'

/** Publishes rules, as the `ledger` command does once it is confirmed. Pages show them once their generation is built. */
export async function publishRules({ database }: Site, rules: Rules): Promise<void> {
  const ledger = await postgresLedger({ database })
  const event = { id: randomUUID(), at: Date.now(), key: 'rules', data: { rules } }
  await ledger.append('rules', { key: event.key, bytes: encodeEvent(rulesPublished, event) })
  await ledger.close()
  await notifyGenerationManager(database.pool)
}
