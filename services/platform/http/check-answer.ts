import { isDeepStrictEqual } from 'node:util'
import type { Route } from '@stepledger/contracts/http/route.ts'

/**
 * Throws if a response violates the contract of its route: a value of the wrong shape, or an undeclared field, which
 * might leak data. Slow, so only for tests and development.
 */
export function checkResponse(route: Route, text: string): void {
  const sent: unknown = route.media === 'application/json' ? JSON.parse(text) : text
  const promised = route.answer.safeParse(sent)
  if (!promised.success) {
    throw new Error(`The response of ${route.name} violates its contract: ${promised.error.message}`)
  }
  const known: unknown = JSON.parse(JSON.stringify(promised.data))
  if (!isDeepStrictEqual(sent, known)) {
    throw new Error(
      `The response of ${route.name} has fields that are not in its contract: ${text.slice(0, 2000)}`,
    )
  }
}
