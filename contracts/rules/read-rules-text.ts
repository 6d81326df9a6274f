import { z } from 'zod'
import { errorMessage } from '../error-message.ts'
import { type Rules, rules } from './rules.ts'

/**
 * Returns the rules in a text of JSON, or sentences about what is wrong, with fields and reasons. `name`: of the text, as
 * their subject.
 */
export function readRulesText(
  text: string,
  name: string,
): { readonly rules: Rules } | { readonly error: string } {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    return { error: `${name} is not valid JSON: ${errorMessage(error)}` }
  }
  const parsed = rules.safeParse(document)
  return parsed.success
    ? { rules: parsed.data }
    : { error: `${name} is invalid:\n${z.prettifyError(parsed.error)}` }
}
