import type { FastifyInstance } from 'fastify'
import { parse } from 'secure-json-parse'
import { HttpError } from './http-error.ts'

/**
 * Limits of a body: parsing a list, an object or a key takes up to a thousand times as long as a byte, and keys take
 * the longest. The longest plays stay below: 50,000 rows, and a curve of 20,000 points with four keys each. Code that
 * reads a body must limit its own recursion.
 */
const maxKeys = 100_000
const maxParts = 200_000

/** Above this size parsing takes more than a millisecond, bytes. */
const large = 128 * 1024

/** Accepts only JSON bodies. */
export function parseJsonBodies(app: FastifyInstance): void {
  const inTurn = oneByOne()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, sent, done) => {
    const body = Buffer.isBuffer(sent) ? sent : Buffer.from(sent)
    const parseNow = () => {
      try {
        checkEncoding(request.headers['content-encoding'])
        done(null, parseBody(body))
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
 * Returns undefined for an empty body. Throws 400 for malformed JSON and for keys that would cause prototype pollution;
 * 413 for too many keys, lists and objects.
 */
function parseBody(body: Buffer): unknown {
  if (body.length === 0) return undefined
  checkParts(body)
  const text = body.toString()
  try {
    return needsSafeParsing(body) ? parseSafely(text) : JSON.parse(text)
  } catch (error) {
    if (error instanceof HttpError) throw error
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw new HttpError(400, `The body is not valid JSON: ${reason}`, { field: 'body' })
  }
}

/** Counts brackets and colons, also within texts: that is enough for a limit, and takes 1 ms per MB. */
function checkParts(body: Buffer): void {
  if (body.length <= maxKeys) return
  let keys = 0
  let brackets = 0
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]
    if (byte === colon) keys++
    else if (byte === squareBracket || byte === curlyBracket) brackets++
  }
  if (keys > maxKeys) throw tooMany(`${maxKeys} keys`)
  if (keys + brackets > maxParts) throw tooMany(`${maxParts} lists, objects and keys`)
}

const tooMany = (limit: string) =>
  new HttpError(413, `The body must have at most ${limit}`, { field: 'body' })

const [squareBracket, curlyBracket, colon] = Buffer.from('[{:')

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
