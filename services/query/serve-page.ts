import type { Access, Route, Shape } from '@stepledger/contracts/http/route.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type Call, serve } from '../platform/http/serve.ts'
import type { Page } from './page.ts'
import type { ReadOwnPage } from './read-own-page.ts'
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

/** Serves a route by a page that is personal to the caller. `player`: the caller. */
export type ServeOwnPage = <
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Answer extends Shape,
  Question,
  Found,
>(
  route: Route<Params, Query, Body, Answer, 'session'>,
  page: Page<Question, Found, z.input<Answer>>,
  questionOf: (
    call: Pick<Call<Params, Query, Body, 'session'>, 'params' | 'query'> & { readonly player: string },
  ) => Question | Promise<Question>,
) => void

export function ownPageServer(app: FastifyInstance, readOwnPage: ReadOwnPage): ServeOwnPage {
  return (route, page, questionOf) =>
    serve(app, route, async ({ caller: { playerId: player }, params, query, request, reply }) => {
      const question = await questionOf({ player, params, query })
      return readOwnPage(request, reply, page, () => question)
    })
}

/** The question of a page that depends on all parts of the address. */
export function paramsAndQuery<Params, Query>({
  params,
  query,
}: {
  params: Params
  query: Query
}): Params & Query {
  return { ...params, ...query }
}
