import { successorOf } from '@stepledger/contracts/rules/first-rules.ts'
import { readRulesText } from '@stepledger/contracts/rules/read-rules-text.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { Option } from 'commander'
import { UsageError } from '../exit-codes.ts'
import { readTextFile } from '../read-json-file.ts'

export function successorOption(): Option {
  return new Option(
    '--successor',
    'instead of a file: the rules in force with the corrections of this release',
  )
}

/**
 * Reads the rules that a command names by a file of JSON, or by --successor, which depends on the rules in force. Throws
 * UsageError, which names the field that is wrong.
 */
export async function readChosenRules(
  path: string | undefined,
  successor: true | undefined,
): Promise<(inForce: Rules) => Rules> {
  if ((path === undefined) === (successor === undefined))
    throw new UsageError('Specify either a file with rules or --successor')
  if (path === undefined) return successorOf
  const read = readRulesText(await readTextFile(path), path)
  if ('error' in read) throw new UsageError(read.error)
  return () => read.rules
}
