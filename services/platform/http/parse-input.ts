import type { ErrorAnswer, Shape } from '@stepledger/contracts/http/route.ts'
import { cleanText } from '@stepledger/contracts/play/clean-value.ts'
import type { z } from 'zod'
import { HttpError } from './http-error.ts'

type Part = 'params' | 'query' | 'body'

/** An error names at most this many fields. */
const maxReasons = 20

/**
 * Checks a part of a request against its schema. Throws 422 for a field of the body that breaks a rule, 400 for
 * everything else. A schema's own message is shown as it is when it is a sentence ('Email is required'), and after the
 * field's name when it is only the end of one ('must be 16 lower-case hex digits').
 */
export function parseInput<S extends Shape>(schema: S, input: unknown, part: Part): z.output<S> {
  // Parsing with own words costs ten times as much, so only what failed is parsed with them.
  const quick = schema.safeParse(input)
  // A schema may refuse what others only have cleaned: an alias holds no NUL, and is not another one without it.
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
 * No database takes a NUL or a lone surrogate, not even in what it is asked for. Texts further down are the schema's to
 * clean.
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

function refusalFor(part: Part, reasons: NonNullable<ErrorAnswer['reasons']>): HttpError {
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

/** The end of a sentence that begins with the field's name, for schemas that bring no words of their own. */
function describe(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'too_small':
      return `must ${amount(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}`
    case 'too_big':
      return `must ${amount(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}`
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
const unit = (origin: string) => (origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '')
