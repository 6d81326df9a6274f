import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { LedgerCreated } from '@stepledger/contracts/events/ledger-created.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { Ledger } from './ledger.ts'

/** Rules of a ledger: which ledger it is, the rules, and where they were published. */
export interface PublishedRules {
  readonly ledgerId: string
  readonly rules: Rules
  /** Offset of the RulesPublished in the topic `rules`. */
  readonly offset: number
}

/**
 * How far a ledger is founded: its LedgerCreated, of several the first; and the rules published last, once there are
 * any.
 */
export interface Beginning {
  readonly created: LedgerCreated['data'] | null
  readonly published: PublishedRules | null
}

/** Null for a ledger that nobody has founded yet. */
export async function rulesPublishedLast(ledger: Ledger): Promise<PublishedRules | null> {
  return (await beginningOf(ledger)).published
}

/** Reads the `rules` topic whole. Throws when it begins with anything but LedgerCreated. */
export async function beginningOf(ledger: Ledger): Promise<Beginning> {
  let created: LedgerCreated['data'] | null = null
  let published: { rules: Rules; offset: number } | null = null
  for await (const batch of ledger.read('rules', [0])) {
    for (const { offset, bytes } of batch) {
      const event = decodeEvent(bytes)
      if (offset === 0 && event?.type !== 'LedgerCreated')
        throw new Error('the topic `rules` does not begin with LedgerCreated: this is no ledger of ours')
      if (event?.type === 'LedgerCreated') created ??= event.data
      if (event?.type === 'RulesPublished') published = { rules: event.data.rules, offset }
    }
  }
  return { created, published: created && published ? { ledgerId: created.ledgerId, ...published } : null }
}
