import { type PlayBody, readPlayBody } from '@stepledger/contracts/play/play-body.ts'
import { playBody } from './play-body.ts'

/** A valid body of five rows, on which the functions below apply changes. */
export const unchangedBody = playBody({ seed: 7, rows: 5, width: 2 })

function read(changes: Record<string, unknown>, without: readonly string[]) {
  const body: Record<string, unknown> = { ...unchangedBody, ...changes }
  for (const name of without) delete body[name]
  return readPlayBody(body, unchangedBody.hash)
}

/** Reads a body with these changes and without these fields; returns the validation errors. */
export function errorsOfBody(changes: Record<string, unknown>, without: readonly string[] = []) {
  const outcome = read(changes, without)
  return outcome.ok ? [] : outcome.problems
}

/** Reads a body with these changes. Throws if it is invalid. */
export function changedBody(changes: Record<string, unknown>): PlayBody {
  const outcome = read(changes, [])
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  return outcome.body
}
