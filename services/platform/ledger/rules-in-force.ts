import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { Ledger } from './ledger.ts'

/** What the `rules` topic says, read whole: which ledger this is, and the rules published last. */
export interface RulesInForce {
  readonly ledgerId: string
  readonly rules: Rules
  /** Offset of the RulesPublished in the topic `rules`. */
  readonly offset: number
}

/** Null for a ledger that nobody has founded yet. */
export async function rulesInForce(ledger: Ledger): Promise<RulesInForce | null> {
  let ledgerId: string | null = null
  let published: { rules: Rules; offset: number } | null = null
  for await (const batch of ledger.read('rules', [0])) {
    for (const { offset, bytes } of batch) {
      const event = decodeEvent(bytes)
      if (event?.type === 'LedgerCreated') ledgerId ??= event.data.ledgerId
      if (event?.type === 'RulesPublished') published = { rules: event.data.rules, offset }
    }
  }
  return ledgerId && published ? { ledgerId, ...published } : null
}
