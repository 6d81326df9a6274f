import type { Access, Route, Shape } from '@stepledger/contracts/http/route.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { serve } from '../platform/http/serve.ts'
import type { Page } from './page.ts'
import type { ReadOwnPage } from './read-own-page.ts'
import type { CacheablePage, ReadPage } from './read-page.ts'

type Fields = z.ZodType<object>

/** Serves a route by a page from the page cache. Its question is the route's parameters and query. */
export type ServePage = ReturnType<typeof pageServer>

export function pageServer(app: FastifyInstance, readPage: ReadPage) {
  return <
    Params extends Fields,
    Query extends Fields,
    Body extends Shape,
    Answer extends Shape,
    Who extends Access,
  >(
    route: Route<Params, Query, Body, Answer, Who>,
    page: Omit<CacheablePage<z.output<Params> & z.output<Query>, z.input<Answer>>, 'name'>,
  ): void => {
    const named = { name: route.name, ...page }
    serve(app, route, ({ request, params, query }) => readPage(request, named, { ...params, ...query }))
  }
}

/** Serves a route by a page that is personal to the caller, who is the `player` of the question. */
export type ServeOwnPage = <
  Params extends Fields,
  Query extends Fields,
  Body extends Shape,
  Answer extends Shape,
>(
  route: Route<Params, Query, Body, Answer, 'session'>,
  page: Page<z.output<Params> & z.output<Query> & { readonly player: string }, z.input<Answer>>,
) => void

export function ownPageServer(app: FastifyInstance, readOwnPage: ReadOwnPage): ServeOwnPage {
  return (route, page) =>
    serve(app, route, ({ caller: { playerId: player }, params, query, request, reply }) =>
      readOwnPage(request, reply, page, { ...params, ...query, player }),
    )
}
