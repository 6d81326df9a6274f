import type { Access, Route, Shape } from '@stepledger/contracts/http/route.ts'
import { generationHeader, type Position, staleHeader } from '@stepledger/contracts/ledger/position.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { HttpError, notFound, withHeaders } from '../platform/http/http-error.ts'
import { requestedPosition } from '../platform/http/position.ts'
import { Rendered } from '../platform/http/send-answer.ts'
import { serve } from '../platform/http/serve.ts'
import { type Progress, requestedPositions } from '../progress.ts'
import type { QueryDeps } from './deps.ts'
import type { MakePage, Page } from './page.ts'
import type { PageCache } from './page-cache.ts'

/** A page that the page cache may hold. */
export interface CacheablePage<Question, Answer = unknown> {
  /** Identifies the page in the cache, together with generation and question. */
  readonly name: string
  readonly page: Page<Question, Answer>
  /** It reads up to hundreds of thousands of rows, so it is rendered one at a time. */
  readonly slow?: boolean
  /** The tag of what it shows, which is known before it is rendered. */
  readonly about?: (question: Question) => string
  /** Message of the 404 when the page does not exist. */
  readonly missing?: string
  /** Where the ledger has what it shows, if it was accepted: a page that is missing waits until that is folded. */
  readonly positionOf?: (question: Question) => Promise<Position | null>
}

export type ReadPage = <Question>(
  request: FastifyRequest,
  page: CacheablePage<Question>,
  question: Question,
) => Promise<Rendered>

/**
 * Answers reads from the page cache: from one generation, and never from before the requested position. When the read
 * model does not reach that position before the timeout, the response is marked stale: a read never fails because of
 * lag.
 */
export function pageReader(cache: PageCache, makePage: MakePage, contexts: ReadContexts): ReadPage {
  let lastGeneration: number | null = null
  const readAt = async <Question>(
    { generation, checkpoints, position, headers }: ReadContext,
    { name, page, slow, about, missing = 'Not found' }: CacheablePage<Question>,
    question: Question,
  ) => {
    // After a switch back, the generation has folded events that this process received no notices for.
    if (generation.id !== lastGeneration) {
      if (lastGeneration !== null) cache.dropAll()
      lastGeneration = generation.id
    }
    const key = `${generation.id} ${name} ${JSON.stringify(question)}`
    const cached = cache.get(key, position)
    if (cached) return new Rendered(cached, headers)
    const tags = about ? [about(question)] : []
    try {
      const body = await cache.render({ key, about: tags, position, checkpoints }, async () => {
        const shown = await makePage(page, question, generation, slow)
        if (!shown) throw notFound(missing)
        const { answer, tags, uncached = false } = shown
        // The page of a route in another format than JSON is its text.
        const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
        return { bytes: Buffer.from(text), tags, uncached }
      })
      return new Rendered(body, headers)
    } catch (error) {
      // A missing row may just not be folded yet, so a 404 carries the staleness headers too.
      throw withHeaders(error, headers)
    }
  }
  return async (request, page, question) => {
    const context = await contexts.of(request)
    try {
      return await readAt(context, page, question)
    } catch (error) {
      const isMissing = error instanceof HttpError && error.status === 404
      const waits = isMissing && page.positionOf && !(staleHeader in context.headers)
      const position = waits ? await page.positionOf?.(question) : null
      if (!position) throw error
      return readAt(await contexts.at(position), page, question)
    }
  }
}

export type ReadOwnPage = <Question, Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page<Question, Answer>,
  question: Question,
  /** Awaited before reading, in addition to the requested position. */
  ready?: (generation: ReadContext['generation']) => Promise<void>,
) => Promise<Answer>

/** Answers pages that are personal to the caller. They are not cached. */
export function ownPageReader(makePage: MakePage, contexts: ReadContexts): ReadOwnPage {
  return async (request, reply, page, question, ready) => {
    const { generation, headers } = await contexts.of(request)
    reply.headers(headers)
    await ready?.(generation)
    const shown = await makePage(page, question, generation)
    if (!shown) throw notFound('Not found')
    return shown.answer
  }
}

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

/** How long a read waits for the requested position, ms. */
const timeoutMs = 2000

/** The generation and checkpoints that a request is answered from. */
interface ReadContext {
  readonly generation: StoredGeneration
  readonly checkpoints: readonly number[]
  /** The requested position; null when none was requested or it was not reached before the timeout. */
  readonly position: Position | null
  readonly headers: Readonly<Record<string, string>>
}

interface ReadContexts {
  /**
   * Waits until the read model has folded the position that the request names, if any (read-your-writes). After the
   * timeout the response is marked stale instead: a read never fails because of lag. Throws 503 before the first
   * generation is live, and 400 for a position that is not in the ledger.
   */
  of(request: FastifyRequest): Promise<ReadContext>
  /** Waits until the read model has folded the position, or marks the response as stale after the timeout. */
  at(position: Position): Promise<ReadContext>
}

export function readContexts({ progress, ledger }: Pick<QueryDeps, 'progress' | 'ledger'>): ReadContexts {
  const awaitRequested = requestedPositions({ progress, ledger })
  async function contextAt(position: Position, reached: Promise<boolean>): Promise<ReadContext> {
    if (await reached) return currentContext(progress, position)
    const context = currentContext(progress, null)
    return { ...context, headers: { ...context.headers, [staleHeader]: 'true' } }
  }
  return {
    async of(request) {
      const requested = requestedPosition(request)
      return requested === null
        ? currentContext(progress, null)
        : contextAt(requested, awaitRequested(requested, timeoutMs))
    },
    at: (position) => contextAt(position, progress.reached(position, timeoutMs)),
  }
}

function currentContext(progress: Progress, position: Position | null): ReadContext {
  const now = progress.current()
  if (!now) throw new HttpError(503, 'The read models are being built', { headers: { 'retry-after': '1' } })
  const { generation, checkpoints } = now
  const headers = { [generationHeader]: String(generation.id) }
  return { generation, checkpoints, position, headers }
}
