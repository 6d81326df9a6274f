import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parse } from 'secure-json-parse'
import { asciiJson } from './ascii-json.ts'
import { HttpError } from './http-error.ts'
import { hasMoreThan, type JsonShape, jsonShape } from './json-shape.ts'

/**
 * Limits against bodies that are slow to parse. Parsing a list takes a hundred times as long as a byte, a new key a
 * thousand times. The longest plays stay far below: 50,000 rows with a list each, and a curve of 20,000 points with four
 * keys each. A usual play nests five levels deep and has fewer than a hundred new keys. Parsing 8,000 levels takes 2 ms.
 * Code that reads a body must limit its own recursion.
 */
const limits: JsonShape = { depth: 8_000, lists: 150_000, keys: 100_000, newKeys: 12_000 }

/**
 * Up to this many lists, objects and keys a body is within the limits and parses in under 20 ms. Usual plays have 2,000.
 */
const uncheckedCount = 8_000

/** Above this size parsing takes more than a millisecond, bytes. */
const large = 128 * 1024

/** Accepts only JSON bodies, which `parse` parses. */
export function parseJsonBodies(
  app: FastifyInstance,
  parse: (body: Buffer, request: FastifyRequest) => unknown = parseBody,
): void {
  const inTurn = oneByOne()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, sent, done) => {
    const body = Buffer.isBuffer(sent) ? sent : Buffer.from(sent)
    const parseNow = () => {
      try {
        checkEncoding(request.headers['content-encoding'])
        done(null, parse(body, request))
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)), undefined)
      }
    }
    if (body.length > large) inTurn(parseNow)
    else parseNow()
  })
}

/** Throws 415 for a compressed body: its size could not be limited before it is unpacked. */
function checkEncoding(encoding = 'identity'): void {
  if (encoding.toLowerCase() === 'identity') return
  throw new HttpError(415, 'Send the body uncompressed, without Content-Encoding', {
    field: 'content-encoding',
  })
}

/** Runs tasks sequentially, each in its own turn of the event loop, so that other requests are served in between. */
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
 * Returns undefined for an empty body. Throws 400 for malformed JSON, for keys that would cause prototype pollution, and
 * for deep nesting; 413 for too many keys, lists or objects.
 */
export function parseBody(body: Buffer): unknown {
  if (body.length === 0) return undefined
  if (hasMoreThan(body, uncheckedCount)) checkShape(jsonShape(body, limits))
  return parsed(body)
}

function parsed(body: Buffer): unknown {
  try {
    return needsSafeParsing(body) ? parseSafely(body.toString()) : JSON.parse(asciiJson(body))
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
  if (depth > limits.depth)
    throw new HttpError(400, `The body must nest at most ${limits.depth} levels deep`, { field: 'body' })
  if (lists > limits.lists) refuse(`have at most ${limits.lists} lists and objects`)
  if (keys > limits.keys) refuse(`have at most ${limits.keys} keys`)
  if (newKeys > limits.newKeys)
    refuse(`have at most ${limits.newKeys} keys in objects that are unlike each other`)
}

/** Whether a key may pollute a prototype (possibly written with escapes), or the body starts with a byte order mark. */
function needsSafeParsing(body: Buffer): boolean {
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
