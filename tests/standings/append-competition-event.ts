import type { CompetitionEvent } from '@stepledger/contracts/competition/events.ts'
import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import type { Ledger } from '@stepledger/services/platform/ledger/ledger.ts'
import { vi } from 'vitest'
import type { FoldingLedger } from '../folding-ledger.ts'

/** Appends an event about a competition. Returns its offset in the topic `rules`. */
export async function appendCompetitionEvent(ledger: Ledger, event: CompetitionEvent): Promise<number> {
  return (await ledger.append('rules', { key: event.key, bytes: encodeAnyEvent(event) })).offset
}

/** Resolves once all plays are folded and the standings are settled. */
export async function waitUntilSettled({ database, ledger, live, folded }: FoldingLedger): Promise<void> {
  await folded()
  await vi.waitUntil(
    async () => {
      const { schema } = await live()
      const [end] = await ledger.ends('rules')
      const { rows } = await database.pool.query(
        `select next_offset = $1 and not exists (select from ${schema}.standings_queue)
          and not exists (select from ${schema}.participants_queue) as settled from ${schema}.standings_progress`,
        [end],
      )
      return rows[0]?.settled === true
    },
    { timeout: 60_000, interval: 20 },
  )
}
