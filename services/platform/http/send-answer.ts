import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { Route } from '@stepledger/contracts/http/route.ts'
import type { FastifyReply } from 'fastify'
import { acceptedEncoding, type CachedBody, cachedBody } from './compress.ts'

/**
 * A serialised response of a GET route of the website that can be sent repeatedly, such as a cached page. `body`: UTF-8
 * JSON that matches the route's schema. `headers` replace those of every API response of the same name. With an `etag`
 * header, conditional requests are answered with 304; the tag is weak, because all encodings of the body share it.
 */
export class Rendered {
  readonly body: CachedBody
  readonly headers: Readonly<Record<string, string>>

  constructor(body: CachedBody, headers: Readonly<Record<string, string>>) {
    this.body = body
    this.headers = headers
  }
}

/**
 * Returns the function that sends the answers of a route: JSON, compressed as the client accepts it. The game gets plain
 * responses, and responses to writes are small. A stream is sent in the type that its handler has set.
 */
export function answerSender(route: Route): (reply: FastifyReply, answer: unknown) => Promise<FastifyReply> {
  const contentType = `${route.media}; charset=utf-8`
  const isJson = route.media === 'application/json'
  const isCompressible = isJson && route.method === 'GET' && !route.path.startsWith('/v1/')
  return async (reply, answer) => {
    if (answer instanceof Readable) return reply.code(route.status).send(answer)
    reply.code(route.status).header('content-type', contentType)
    if (answer instanceof Rendered) {
      const { body, headers } = answer
      check(reply, route, body.bytes)
      addVary(reply.headers(headers))
      const { etag } = headers
      const isUnchanged = etag !== undefined && reply.request.headers['if-none-match'] === etag
      return isUnchanged ? reply.code(304).send() : sendCompressed(reply, body)
    }
    const text = isJson ? JSON.stringify(answer) : String(answer)
    check(reply, route, text)
    return isCompressible ? sendCompressed(addVary(reply), cachedBody(Buffer.from(text))) : reply.send(text)
  }
}

export async function sendCompressed(reply: FastifyReply, body: CachedBody): Promise<FastifyReply> {
  const { request, server } = reply
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const encoded = encoding && (await body.encoded(encoding, server.guards.compress))
  return encoded ? reply.header('content-encoding', encoding).send(encoded) : reply.send(body.bytes)
}

/** Shared caches must store each encoding. */
export function addVary(reply: FastifyReply): FastifyReply {
  const vary = reply.getHeader('vary')
  return reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`)
}

function check(reply: FastifyReply, route: Route, body: string | Buffer): void {
  if (reply.server.guards.checkAnswers) checkResponse(route, String(body))
}

/**
 * Throws if a response violates the contract of its route: a value of the wrong shape, or an undeclared field, which
 * might leak data. Slow, so only for tests and development.
 */
function checkResponse(route: Route, text: string): void {
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
