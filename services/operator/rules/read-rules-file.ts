import { readFile } from 'node:fs/promises'
import { type Rules, rules } from '@stepledger/contracts/rules/rules.ts'
import { z } from 'zod'
import { UsageError } from '../exit-codes.ts'

/** The rules in a file of JSON. Throws UsageError, which names the field that is wrong. */
export async function readRulesFile(path: string): Promise<Rules> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read: ${messageOf(error)}`, { cause: error })
  })
  const parsed = rules.safeParse(parseJson(path, text))
  if (!parsed.success) throw new UsageError(`${path} holds no rules:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${path} is no JSON: ${messageOf(error)}`, { cause: error })
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
