import type { Readable } from 'node:stream'
import { type Access, type Route, type Shape, takesBody } from '@stepledger/contracts/http/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { authorize, type CallerOf, callerFor } from './authorize.ts'
import { diskIsFull } from './http-error.ts'
import { parseInput } from './parse-input.ts'
import { type AddressInput, addressReader } from './read-address.ts'
import { answerSender, type Rendered } from './send-answer.ts'

/** Input of a route's handler: validated parts of the request, and the caller. */
export interface Call<Params extends Shape, Query extends Shape, Body extends Shape, Who extends Access>
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
