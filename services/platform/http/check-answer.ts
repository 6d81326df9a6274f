import { isDeepStrictEqual } from 'node:util'
import type { Route } from '@stepledger/contracts/http/route.ts'

/**
 * Throws when an answer is not what its route promises: a value of the wrong shape, or a field that the contract does
 * not know and that should perhaps not be told. Costs time: for tests and development.
 */
export function checkAnswer(route: Route, text: string): void {
  const sent: unknown = route.media === 'application/json' ? JSON.parse(text) : text
  const promised = route.answer.safeParse(sent)
  if (!promised.success) {
    throw new Error(`The answer of ${route.name} is not what the contract says: ${promised.error.message}`)
  }
  const known: unknown = JSON.parse(JSON.stringify(promised.data))
  if (!isDeepStrictEqual(sent, known)) {
    throw new Error(
      `The answer of ${route.name} has fields that the contract does not know: ${text.slice(0, 2000)}`,
    )
  }
}
