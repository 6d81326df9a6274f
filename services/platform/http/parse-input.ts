import type { ErrorAnswer, Shape } from '@stepledger/contracts/http/route.ts'
import { cleanText } from '@stepledger/contracts/play/clean-value.ts'
import type { z } from 'zod'
import { HttpError } from './http-error.ts'

type Part = 'params' | 'query' | 'body'

/** Maximum number of fields listed in an error. */
const maxReasons = 20

/**
 * Validates a part of a request. Throws 422 for an invalid field of the body, 400 for everything else. A schema's
 * message is used as is if it is a sentence ('Email is required'), else it is appended to the field's name ('must be 16
 * lower-case hex digits').
 */
export function parseInput<S extends Shape>(schema: S, input: unknown, part: Part): z.output<S> {
  // Parsing with custom messages takes ten times as long, so it is done only after a failure.
  const quick = schema.safeParse(input)
  // Validated before cleaning, because a schema may reject what cleaning would replace: an alias with NUL is invalid.
  const clean = quick.success ? withCleanTexts(input) : input
  const read = clean === input ? quick : schema.safeParse(clean)
  if (read.success) return read.data
  const { issues = [] } = schema.safeParse(clean, { error: describe }).error ?? {}
  const reasons = issues.slice(0, maxReasons).map((issue) => {
    const field = issue.path.length > 0 ? issue.path.join('.') : part
    return { field, reason: issue.message }
  })
  throw refusalFor(part, reasons)
}

/**
 * Replaces NUL and lone surrogates by U+FFFD, because Postgres rejects them even in query parameters. Only in top-level
 * texts; schemas clean nested ones.
 */
function withCleanTexts(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const unclean = Object.values(input).some(
    (value) => typeof value === 'string' && cleanText(value) !== value,
  )
  if (!unclean) return input
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'string' ? cleanText(value) : value,
    ]),
  )
}

/** The error for invalid fields of a part: 422 for those of the body, else 400. */
export function refusalFor(part: Part, reasons: NonNullable<ErrorAnswer['reasons']>): HttpError {
  const [first = { field: part, reason: 'is not valid' }] = reasons
  const isSentence = /^\p{Lu}/u.test(first.reason)
  const status = part === 'body' && first.field !== 'body' ? 422 : 400
  return new HttpError(status, isSentence ? first.reason : `${first.field} ${first.reason}`, {
    field: first.field,
    reasons,
  })
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** Default messages, as the end of a sentence that begins with the field's name. */
function describe(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'too_small':
      return `must ${amount(issue.origin)} at least ${issue.minimum}${unit(issue.origin, issue.minimum)}`
    case 'too_big':
      return `must ${amount(issue.origin)} at most ${issue.maximum}${unit(issue.origin, issue.maximum)}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return `must be a valid ${issue.format}`
    case 'unrecognized_keys':
      return `must not have ${issue.keys.slice(0, 5).join(', ')}`
    default:
      return 'is not valid'
  }
}

const amount = (origin: string) => (origin === 'string' || origin === 'array' ? 'have' : 'be')
const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: [' character', ' characters'],
  array: [' entry', ' entries'],
}
const unit = (origin: string, count: number | bigint) => units[origin]?.[Number(count) === 1 ? 0 : 1] ?? ''
