import type { FastifyInstance } from 'fastify'
import { parse } from 'secure-json-parse'
import { Refusal } from './refusal.ts'

/** Bodies are JSON, nothing else; an empty one counts as none. */
export function takeJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseJson(String(text)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)), undefined)
    }
  })
}

/** Undefined for an empty text. Throws 400 for malformed JSON, and for keys that would reach into the prototypes of objects. */
export function parseJson(text: string): unknown {
  if (text === '') return undefined
  const parsed = parseSafely(text)
  if (parsed === null && text.trim() !== 'null') {
    throw new Refusal(400, 'The body must not use the keys __proto__ or constructor.prototype', {
      field: 'body',
    })
  }
  return parsed
}

/** Null where such a key is. */
function parseSafely(text: string): unknown {
  try {
    return parse(text, { safe: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw new Refusal(400, `The body is not valid JSON: ${reason}`, { field: 'body' })
  }
}
