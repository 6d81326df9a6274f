import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { type Rules, rules } from '@stepledger/contracts/rules/rules.ts'
import { z } from 'zod'

/** The rules in a text of JSON, or why it holds none: the same sentences as those of `ledger rules`. */
export type ReadRules = { readonly rules: Rules } | { readonly error: string }

export function readRulesDocument(text: string): ReadRules {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    return { error: `It is not valid JSON: ${errorMessage(error)}` }
  }
  const parsed = rules.safeParse(document)
  return parsed.success
    ? { rules: parsed.data }
    : { error: `It holds no rules:\n${z.prettifyError(parsed.error)}` }
}

/** The document as it is edited. */
export function rulesText(document: Rules): string {
  return JSON.stringify(document, null, 2)
}
