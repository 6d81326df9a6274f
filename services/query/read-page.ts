import { type Position, staleHeader } from '@stepledger/contracts/ledger/position.ts'
import type { FastifyRequest } from 'fastify'
import { HttpError, notFound, withHeaders } from '../platform/http/http-error.ts'
import { Rendered } from '../platform/http/rendered.ts'
import type { MakePage } from './make-page.ts'
import type { Page } from './page.ts'
import type { PageCache } from './page-cache.ts'
import type { ReadContext, ReadContexts } from './read-your-writes.ts'

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
) => Rendered | Promise<Rendered>

/**
 * Answers reads from the page cache: from one generation, and never from before the requested position. When the read
 * model does not reach that position before the timeout, the response is marked stale: a read never fails because of
 * lag. A cache hit is answered synchronously, because promises would be most of its cost.
 */
export function pageReader(cache: PageCache, makePage: MakePage, contexts: ReadContexts): ReadPage {
  let lastGeneration: number | null = null
  /** The part of a cache key that is the question, made once for each question object. */
  const texts = new WeakMap<object, string>()
  const textOf = (question: unknown) => {
    if (typeof question !== 'object' || question === null) return JSON.stringify(question)
    const text = texts.get(question) ?? JSON.stringify(question)
    texts.set(question, text)
    return text
  }
  const readAt = <Question>(
    { generation, checkpoints, position, headers }: ReadContext,
    { name, page, slow, about, missing = 'Not found' }: CacheablePage<Question>,
    question: Question,
  ) => {
    // After a switch back, the generation has folded events that this process received no notices for.
    if (generation.id !== lastGeneration) {
      if (lastGeneration !== null) cache.dropAll()
      lastGeneration = generation.id
    }
    const key = `${generation.id} ${name} ${textOf(question)}`
    const cached = cache.get(key, position)
    if (cached) return new Rendered(cached, headers)
    const tags = about ? [about(question)] : []
    const body = cache.render({ key, about: tags, position, checkpoints }, async () => {
      const shown = await makePage(page, question, generation, slow)
      if (!shown) throw notFound(missing)
      const { answer, tags, uncached = false } = shown
      return { bytes: Buffer.from(JSON.stringify(answer)), tags, uncached }
    })
    // A missing row may just not be folded yet, so a 404 carries the staleness headers too.
    return body.then(
      (made) => new Rendered(made, headers),
      (error) => {
        throw withHeaders(error, headers)
      },
    )
  }
  const readOrWait = <Question>(context: ReadContext, page: CacheablePage<Question>, question: Question) => {
    const read = readAt(context, page, question)
    const { positionOf } = page
    if (!(read instanceof Promise) || !positionOf || staleHeader in context.headers) return read
    return read.catch(async (error) => {
      const isMissing = error instanceof HttpError && error.status === 404
      const position = isMissing ? await positionOf(question) : null
      if (position === null) throw error
      return readAt(await contexts.at(position), page, question)
    })
  }
  return (request, page, question) => {
    const context = contexts.of(request)
    return context instanceof Promise
      ? context.then((reached) => readOrWait(reached, page, question))
      : readOrWait(context, page, question)
  }
}
