import type { FastifyInstance } from 'fastify'
import { parse } from 'secure-json-parse'
import { asciiJson } from './ascii-json.ts'
import { Refusal } from './refusal.ts'

/** Bodies are JSON, nothing else; an empty one counts as none. */
export function takeJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJson(Buffer.isBuffer(body) ? body : Buffer.from(body)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)), undefined)
    }
  })
}

/** Undefined for an empty body. Throws 400 for malformed JSON, and for keys that would reach into the prototypes of objects. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return needsCare(body) ? parseSafely(body.toString()) : JSON.parse(asciiJson(body))
  } catch (error) {
    if (error instanceof Refusal) throw error
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw new Refusal(400, `The body is not valid JSON: ${reason}`, { field: 'body' })
  }
}

/** Whether a key might be one of those (written with escapes it might be any), or a byte order mark comes first. */
function needsCare(body: Buffer): boolean {
  return (
    body.includes('__proto__') || body.includes('constructor') || body.includes('\\u') || body[0] === 0xef
  )
}

function parseSafely(text: string): unknown {
  const parsed: unknown = parse(text, { safe: true })
  if (parsed === null && text.trim() !== 'null') {
    throw new Refusal(400, 'The body must not use the keys __proto__ or constructor.prototype', {
      field: 'body',
    })
  }
  return parsed
}
