import { type Access, type Route, type Shape, takesBody } from '@stepledger/contracts/http/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../authentication/authentication.ts'
import { authorize, type CallerOf, callerFor } from './authorize.ts'
import { diskIsFull } from './http-error.ts'
import { parseInput } from './parse-input.ts'
import { addressReader } from './read-address.ts'
import type { Rendered } from './rendered.ts'
import { sendAnswer } from './send-answer.ts'

/** Input of a route's handler: validated parts of the request, and the caller. */
export interface Call<Params extends Shape, Query extends Shape, Body extends Shape, Who extends Access> {
  readonly params: z.output<Params>
  readonly query: z.output<Query>
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
  handle: (call: Call<Params, Query, Body, Who>) => MaybePromise<z.input<Answer> | Rendered>,
): void {
  const { guards } = app
  const hasBody = takesBody(route)
  const readAddress = addressReader(route)

  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.bodyLimit,
    onRequest: (request, _reply, done) => {
      const enter = (caller: Caller | null) => {
        request.caller = caller
        done(route.grows && guards.disk.isLow() ? diskIsFull() : undefined)
      }
      const caller = authorize(guards, route, request)
      if (caller instanceof Promise) caller.then(enter, done)
      else enter(caller)
    },
    handler: (request, reply) => {
      const { params, query } = readAddress(request)
      const answer = handle({
        params,
        query,
        body: parseInput(route.body, hasBody ? request.body : undefined, 'body'),
        caller: callerFor[route.access](request),
        request,
        reply,
      })
      if (answer instanceof Promise) return answer.then((ready) => sendAnswer(reply, route, ready))
      const sent = sendAnswer(reply, route, answer)
      // Returning the reply would make Fastify wait for it.
      return sent instanceof Promise ? sent : undefined
    },
  })
}
