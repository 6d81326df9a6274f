import type { FastifyInstance } from 'fastify'
import { parse } from 'secure-json-parse'
import { asciiJson } from './ascii-json.ts'
import { HttpError } from './http-error.ts'
import { hasMoreThan, type JsonShape, jsonShape } from './json-shape.ts'

/**
 * To parse a list takes a hundred times as long as a byte, a new key a thousand times. The longest plays come near no
 * limit: 50,000 rows, a list in each of them, and a curve of 20,000 points with four keys each. A usual play nests five
 * levels deep and has fewer than a hundred new keys. Parsing 8,000 levels takes 2 ms. What reads a body must not recurse
 * without a limit of its own.
 */
const most: JsonShape = { depth: 8_000, lists: 150_000, keys: 100_000, newKeys: 12_000 }

/**
 * With so few lists, objects and keys no body takes longer than twenty milliseconds or nests deeper than `most`, whatever
 * they are: usual plays have 2,000.
 */
const few = 8_000

/** Above this many bytes parsing takes more than a millisecond. */
const large = 128 * 1024

/** Bodies are JSON, nothing else; an empty one counts as none. */
export function parseJsonBodies(app: FastifyInstance): void {
  const inTurn = oneByOne()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, sent, done) => {
    const body = Buffer.isBuffer(sent) ? sent : Buffer.from(sent)
    const parse = () => {
      try {
        done(null, parseJson(body))
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)), undefined)
      }
    }
    if (body.length > large) inTurn(parse)
    else parse()
  })
}

/**
 * Runs what it is given one after the other, each in a turn of the event loop of its own: others are served in between.
 */
function oneByOne(): (work: () => void) => void {
  const waiting: (() => void)[] = []
  const next = () => {
    waiting[0]?.()
    waiting.shift()
    if (waiting.length > 0) setImmediate(next)
  }
  return (work) => {
    if (waiting.push(work) === 1) setImmediate(next)
  }
}

/**
 * Undefined for an empty body. Throws 400 for malformed JSON, for keys that would reach into the prototypes of objects,
 * and for what nests deep; 413 for too many keys, lists and objects.
 */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  if (hasMoreThan(body, few)) checkShape(jsonShape(body, most))
  return parsed(body)
}

function parsed(body: Buffer): unknown {
  try {
    return needsCare(body) ? parseSafely(body.toString()) : JSON.parse(asciiJson(body))
  } catch (error) {
    if (error instanceof HttpError) throw error
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw new HttpError(400, `The body is not valid JSON: ${reason}`, { field: 'body' })
  }
}

function checkShape({ depth, lists, keys, newKeys }: JsonShape): void {
  const refuse = (words: string) => {
    throw new HttpError(413, `The body must ${words}`, { field: 'body' })
  }
  if (depth > most.depth)
    throw new HttpError(400, `The body must nest at most ${most.depth} levels deep`, { field: 'body' })
  if (lists > most.lists) refuse(`have at most ${most.lists} lists and objects`)
  if (keys > most.keys) refuse(`have at most ${most.keys} keys`)
  if (newKeys > most.newKeys)
    refuse(`have at most ${most.newKeys} keys in objects that are unlike each other`)
}

/** Whether a key might be one of those (written with escapes it might be any), or a byte order mark comes first. */
function needsCare(body: Buffer): boolean {
  return (
    body.includes('__proto__') || body.includes('constructor') || body.includes('\\u') || body[0] === 0xef
  )
}

function parseSafely(text: string): unknown {
  const value: unknown = parse(text, { safe: true })
  if (value === null && text.trim() !== 'null') {
    throw new HttpError(400, 'The body must not use the keys __proto__ or constructor.prototype', {
      field: 'body',
    })
  }
  return value
}
