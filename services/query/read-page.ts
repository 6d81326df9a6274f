import type { FastifyRequest } from 'fastify'
import { notFound, withHeaders } from '../platform/http/http-error.ts'
import { type Rendered, rendered } from '../platform/http/rendered.ts'
import type { Progress } from '../platform/progress/progress.ts'
import type { MakePage } from './make-page.ts'
import type { Page } from './page.ts'
import type { PageCache } from './page-cache.ts'
import { momentFor, type ReadMoment } from './read-moment.ts'

export interface PageToRead<Question, Found> {
  /** Identifies the page within a generation. */
  readonly path: string
  readonly about: readonly string[]
  /** Message of the 404 when the page does not exist. */
  readonly missing: string
  readonly page: Page<Question, Found, unknown>
  readonly question: Question
}

export type ReadPage = <Question, Found>(
  request: FastifyRequest,
  page: PageToRead<Question, Found>,
) => Rendered | Promise<Rendered>

/**
 * Answers reads from the page cache: from one generation, and never from before the requested position. When the read
 * model does not reach that position before the timeout, the response is marked stale: a read never fails because of
 * lag. A cache hit is answered synchronously, because promises would be most of its cost.
 */
export function pageReader(cache: PageCache, makePage: MakePage, progress: Progress): ReadPage {
  let lastGeneration: number | null = null
  const readAt = <Question, Found>(
    { generation, checkpoints, position, headers }: ReadMoment,
    { path, about, missing, page, question }: PageToRead<Question, Found>,
  ) => {
    // After a switch back, the generation has folded events that this process received no notices for.
    if (generation.id !== lastGeneration) {
      if (lastGeneration !== null) cache.dropAll()
      lastGeneration = generation.id
    }
    const body = cache.get({ key: `${generation.id} ${path}`, about, position, checkpoints }, async () => {
      const shown = await makePage(page, question, generation)
      if (!shown) throw notFound(missing)
      return { bytes: Buffer.from(JSON.stringify(shown.answer)), tags: shown.tags }
    })
    if (!(body instanceof Promise)) return rendered(body, headers)
    // A missing row may just not be folded yet, so a 404 carries the staleness headers too.
    return body.then(
      (made) => rendered(made, headers),
      (error) => {
        throw withHeaders(error, headers)
      },
    )
  }
  return (request, page) => {
    const moment = momentFor(request, progress)
    return moment instanceof Promise ? moment.then((reached) => readAt(reached, page)) : readAt(moment, page)
  }
}
