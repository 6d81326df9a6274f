import type { Route } from '@stepledger/contracts/http/route.ts'
import type { FastifyReply } from 'fastify'
import { type CachedBody, cachedBody } from './cached-body.ts'
import { checkResponse } from './check-answer.ts'
import { acceptedEncoding, type Encoding } from './compress.ts'
import { Rendered } from './rendered.ts'
import { pageSender } from './send-page.ts'

type Sent = FastifyReply | Promise<FastifyReply>

/**
 * Returns the function that sends the answers of a route: JSON, compressed as the client accepts it. The game gets plain
 * responses, and responses to writes are small. A cached page is sent synchronously.
 */
export function answerSender(route: Route): (reply: FastifyReply, answer: unknown) => Sent {
  const contentType = `${route.media}; charset=utf-8`
  const isJson = route.media === 'application/json'
  const isCompressible = isJson && route.method === 'GET' && !route.path.startsWith('/v1/')
  const sendPage = pageSender(contentType)
  return (reply, answer) => {
    if (answer instanceof Rendered) {
      check(reply, route, answer.body.bytes)
      if (isUnchanged(reply, answer)) return addVary(reply.headers(answer.headers)).code(304).send()
      return sendEncoded(reply, answer.body, (bytes, encoding) => sendPage(reply, answer, bytes, encoding))
    }
    reply.code(route.status).header('content-type', contentType)
    const text = isJson ? JSON.stringify(answer) : String(answer)
    check(reply, route, text)
    return isCompressible ? sendCompressed(addVary(reply), cachedBody(Buffer.from(text))) : reply.send(text)
  }
}

/** Sends a body in the best encoding that the request accepts. */
export function sendCompressed(reply: FastifyReply, body: CachedBody): Sent {
  return sendEncoded(reply, body, (bytes, encoding) => {
    if (encoding !== null) reply.header('content-encoding', encoding)
    return reply.send(bytes)
  })
}

/** Calls `send` with the body in the best encoding that the request accepts; null: unencoded. */
function sendEncoded(
  { request, server }: FastifyReply,
  body: CachedBody,
  send: (bytes: Buffer, encoding: Encoding | null) => FastifyReply,
): Sent {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (encoding === null) return send(body.bytes, null)
  const sendIn = (encoded: Buffer | null) => (encoded ? send(encoded, encoding) : send(body.bytes, null))
  const encoded = body.encoded(encoding, server.guards.compress)
  return encoded instanceof Promise ? encoded.then(sendIn) : sendIn(encoded)
}

/** Shared caches must store each encoding. */
export function addVary(reply: FastifyReply): FastifyReply {
  const vary = reply.getHeader('vary')
  return reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`)
}

function isUnchanged(reply: FastifyReply, { headers: { etag } }: Rendered): boolean {
  return etag !== undefined && reply.request.headers['if-none-match'] === etag
}

function check(reply: FastifyReply, route: Route, body: string | Buffer): void {
  if (reply.server.guards.checkAnswers) checkResponse(route, String(body))
}
