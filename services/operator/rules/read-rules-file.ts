import { type Rules, rules } from '@stepledger/contracts/rules/rules.ts'
import { z } from 'zod'
import { UsageError } from '../exit-codes.ts'
import { readJsonFile } from '../read-json-file.ts'

/** The rules in a file of JSON. Throws UsageError, which names the field that is wrong. */
export async function readRulesFile(path: string): Promise<Rules> {
  const parsed = rules.safeParse(await readJsonFile(path))
  if (!parsed.success) throw new UsageError(`${path} holds no rules:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}
