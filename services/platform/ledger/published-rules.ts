import { apply } from '@stepledger/contracts/decider.ts'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { LedgerCreated } from '@stepledger/contracts/events/ledger-created.ts'
import { publishedRules } from '@stepledger/contracts/rules/published-rules.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { Ledger } from './ledger.ts'

/** The rules of a ledger, with its id and the offset of their publication. */
export interface PublishedRules {
  readonly ledgerId: string
  /** Number of partitions of the topic `events`. */
  readonly partitions: number
  readonly rules: Rules
  /** Offset of the RulesPublished in the topic `rules`. */
  readonly offset: number
  /** Of the stream of rules, for a decision on it. */
  readonly version: number
}

/** Initialisation state of a ledger: its first LedgerCreated, and the latest published rules. */
export interface Beginning {
  readonly created: LedgerCreated['data'] | null
  readonly published: PublishedRules | null
}

/** Returns null if the ledger is not initialised. */
export async function latestRules(ledger: Pick<Ledger, 'read'>): Promise<PublishedRules | null> {
  return (await beginningOf(ledger)).published
}

/** Reads the whole topic `rules`. Throws if its first event is not LedgerCreated. */
export async function beginningOf(ledger: Pick<Ledger, 'read'>): Promise<Beginning> {
  let created: LedgerCreated['data'] | null = null
  let state = publishedRules.initial
  for await (const batch of ledger.read('rules', [0])) {
    for (const { offset, bytes } of batch) {
      const event = decodeEvent(bytes)
      if (offset === 0 && event?.type !== 'LedgerCreated')
        throw new Error(
          'the topic `rules` does not begin with LedgerCreated: it is not a ledger of Stepledger',
        )
      if (event?.type === 'LedgerCreated') created ??= event.data
      if (event?.type === 'RulesPublished') state = apply(publishedRules, state, { ...event, offset })
    }
  }
  const { rules } = state
  return { created, published: created && rules ? { ...created, ...state, rules } : null }
}
