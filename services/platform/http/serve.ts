import type { Readable } from 'node:stream'
import { type Access, type Route, type Shape, takesBody } from '@stepledger/contracts/http/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { lazyCapacity } from '../memory/look-up-cache.ts'
import { authorize, type CallerOf, callerFor } from './authorize.ts'
import { diskIsFull } from './http-error.ts'
import { parseInput } from './parse-input.ts'
import { answerSender, type Rendered } from './send-answer.ts'

/** Input of a route's handler: validated parts of the request, and the caller. */
interface Call<Params extends Shape, Query extends Shape, Body extends Shape, Who extends Access>
  extends AddressInput<Params, Query> {
  readonly body: z.output<Body>
  readonly caller: CallerOf[Who]
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type MaybePromise<T> = T | Promise<T>

/**
 * Registers a route of contracts. Authorisation, rate limit and disk check precede reading the body. Invalid params and
 * query get 400, invalid fields of the body 422. The handler returns the response or `Rendered`, or throws an
 * HttpError. Responses are validated against the route's schema only if configured: in production the compiler's check
 * of the handler suffices.
 */
export function serve<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Answer extends Shape,
  Who extends Access,
>(
  app: FastifyInstance,
  route: Route<Params, Query, Body, Answer, Who>,
  handle: (call: Call<Params, Query, Body, Who>) => MaybePromise<z.input<Answer> | Rendered | Readable>,
): void {
  const { guards } = app
  const readBody = bodyReader(route)
  const readAddress = addressReader(route)
  const send = answerSender(route)

  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.bodyLimit,
    onRequest: (request, _reply, done) => {
      authorize(guards, route, request).then((caller) => {
        request.caller = caller
        done(route.grows && guards.disk.isLow() ? diskIsFull() : undefined)
      }, done)
    },
    handler: async (request, reply) => {
      const { params, query } = readAddress(request)
      const caller = callerFor[route.access](request)
      const answer = await handle({ params, query, body: readBody(request), caller, request, reply })
      return send(reply, answer)
    },
  })
}

function bodyReader<Body extends Shape>(
  route: Route<Shape, Shape, Body>,
): (request: FastifyRequest) => z.output<Body> {
  if (takesBody(route)) return (request) => parseInput(route.body, request.body, 'body')
  const none = parseInput(route.body, undefined, 'body')
  return () => none
}

/** Addresses whose input is cached, per route, and their maximum length, characters. */
const maxAddresses = 500
const maxLength = 300

/** The parsed address of a request. Requests share it, so it is frozen. */
interface AddressInput<Params extends Shape, Query extends Shape> {
  readonly params: z.output<Params>
  readonly query: z.output<Query>
}

/**
 * Returns the validator of a route's params and query; it throws 400 if they are invalid. Both depend on the address
 * alone, so they are cached: validation was a sixth of the CPU of a cached page.
 */
function addressReader<Params extends Shape, Query extends Shape>(
  route: Route<Params, Query>,
): (request: FastifyRequest) => AddressInput<Params, Query> {
  const cached = new LRUCache<string, AddressInput<Params, Query>>(lazyCapacity(maxAddresses))
  return ({ url, params, query }) => {
    const known = cached.get(url)
    if (known) return known
    const input = {
      params: parseInput(route.params, params, 'params'),
      query: parseInput(route.query, query, 'query'),
    }
    Object.freeze(input.params)
    Object.freeze(input.query)
    if (url.length <= maxLength) cached.set(url, input)
    return input
  }
}
