import type { Route } from '@stepledger/contracts/http/route.ts'
import type { FastifyReply } from 'fastify'
import { type CachedBody, cachedBody } from './cached-body.ts'
import { checkResponse } from './check-answer.ts'
import { acceptedEncoding } from './compress.ts'
import { Rendered } from './rendered.ts'

/**
 * Returns the function that sends the answers of a route: JSON, compressed as the client accepts it. The game gets plain
 * responses, and responses to writes are small. A cached page is sent synchronously.
 */
export function answerSender(
  route: Route,
): (reply: FastifyReply, answer: unknown) => FastifyReply | Promise<FastifyReply> {
  const contentType = `${route.media}; charset=utf-8`
  const isJson = route.media === 'application/json'
  const isCompressible = isJson && route.method === 'GET' && !route.path.startsWith('/v1/')
  return (reply, answer) => {
    const page = answer instanceof Rendered ? answer : null
    if (page) reply.headers(page.headers)
    reply.code(route.status).header('content-type', contentType)
    if (!page && !isCompressible) {
      const text = isJson ? JSON.stringify(answer) : answer
      check(reply, route, String(text))
      return reply.send(text)
    }
    const body = page?.body ?? cachedBody(Buffer.from(JSON.stringify(answer)))
    check(reply, route, body.bytes)
    if (isCompressible) addVary(reply)
    if (isUnchanged(reply, page)) return reply.code(304).removeHeader('content-type').send()
    return isCompressible ? sendCompressed(reply, body) : reply.send(body.bytes)
  }
}

/** Sends a body in the best encoding that the request accepts. */
export function sendCompressed(reply: FastifyReply, body: CachedBody): FastifyReply | Promise<FastifyReply> {
  const encoding = acceptedEncoding(reply.request.headers['accept-encoding'])
  if (encoding === null) return reply.send(body.bytes)
  const send = (compressed: Buffer | null) =>
    compressed ? reply.header('content-encoding', encoding).send(compressed) : reply.send(body.bytes)
  const compressed = body.encoded(encoding, reply.server.guards.compress)
  return compressed instanceof Promise ? compressed.then(send) : send(compressed)
}

/** Shared caches must store each encoding. */
export function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`)
}

function isUnchanged(reply: FastifyReply, page: Rendered | null): boolean {
  const etag = page?.headers.etag
  return etag !== undefined && reply.request.headers['if-none-match'] === etag
}

function check(reply: FastifyReply, route: Route, body: string | Buffer): void {
  if (reply.server.guards.checkAnswers) checkResponse(route, String(body))
}
