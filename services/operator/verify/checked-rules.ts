import { isDeepStrictEqual } from 'node:util'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { latestRules } from '../../platform/ledger/published-rules.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { Tally } from './report.ts'

/**
 * Returns the rules of a generation from the ledger; a different stored copy is a fault. Throws CommandFailedError if it was
 * folded by other code or from another ledger.
 */
export async function checkedRules(
  ledger: Ledger,
  generation: StoredGeneration,
  faults: Tally<string>,
): Promise<Rules> {
  if (generation.codeVersion !== codeVersion)
    throw new CommandFailedError(
      `Generation ${generation.id} was folded by version ${generation.codeVersion} of the code, this is version ${codeVersion}`,
    )
  const inForce = await latestRules(ledger)
  if (inForce?.ledgerId !== generation.ledgerId)
    throw new CommandFailedError(
      `Generation ${generation.id} was folded from ledger ${generation.ledgerId}, but this is ${inForce?.ledgerId ?? 'no ledger yet'}`,
    )
  const recorded = await ledger.at('rules', { partition: 0, offset: generation.rulesOffset })
  const event = recorded && decodeEvent(recorded.bytes)
  if (event?.type !== 'RulesPublished')
    throw new CommandFailedError(
      `Generation ${generation.id} names rules at ${generation.rulesOffset} where the ledger has none`,
    )
  if (!isDeepStrictEqual(event.data.rules, generation.rules))
    faults.add(`the rules that generation ${generation.id} keeps are not those of the ledger`)
  return event.data.rules
}
