import type { Access, Route, Shape } from '@stepledger/contracts/http/route.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type Call, serve } from '../platform/http/serve.ts'
import type { CacheablePage, ReadPage } from './read-page.ts'

/** Serves a route by a page from the page cache. `questionOf` must name all that the page depends on. */
export type ServePage = <
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Answer extends Shape,
  Who extends Access,
  Question,
  Found,
>(
  route: Route<Params, Query, Body, Answer, Who>,
  page: Omit<CacheablePage<Question, Found, z.input<Answer>>, 'name'>,
  questionOf: (call: Pick<Call<Params, Query, Body, Who>, 'params' | 'query'>) => Question,
) => void

export function pageServer(app: FastifyInstance, readPage: ReadPage): ServePage {
  return (route, page, questionOf) => {
    const named = { name: route.name, ...page }
    serve(app, route, (call) => readPage(call.request, named, questionOf(call)))
  }
}
