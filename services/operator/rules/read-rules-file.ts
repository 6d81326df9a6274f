import { readRulesText } from '@stepledger/contracts/rules/read-rules-text.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { UsageError } from '../exit-codes.ts'
import { readTextFile } from '../read-json-file.ts'

/** The rules in a file of JSON. Throws UsageError, which names the field that is wrong. */
export async function readRulesFile(path: string): Promise<Rules> {
  const read = readRulesText(await readTextFile(path), path)
  if ('error' in read) throw new UsageError(read.error)
  return read.rules
}
