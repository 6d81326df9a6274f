import { isDeepStrictEqual } from 'node:util'
import { successorOf } from '@stepledger/contracts/rules/first-rules.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { type Finding, soon } from './finding.ts'

/** Findings about rules that lack the corrections of their successor. */
export function rulesFindings(inForce: Rules | null): Finding[] {
  if (inForce === null || isDeepStrictEqual(successorOf(inForce), inForce)) return []
  return soon(
    'rules',
    'The rules in force are older than their successor: ITG percentages differ from those of the game by up to 0.01, or plays are ranked that should not be.',
    '`ledger rules preview --successor` shows what changes, `ledger rules publish --successor` publishes it.',
  )
}
