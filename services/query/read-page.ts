import type { FastifyRequest } from 'fastify'
import { notFound, withHeaders } from '../platform/http/http-error.ts'
import { type Rendered, rendered } from '../platform/http/rendered.ts'
import type { Progress } from '../platform/progress/progress.ts'
import type { MakePage } from './make-page.ts'
import type { Page } from './page.ts'
import type { PageCache } from './page-cache.ts'
import { momentFor, type ReadMoment } from './read-moment.ts'

export interface PageToRead<Question, Found> {
  /** Names the page among all pages of a generation. */
  readonly path: string
  readonly about: readonly string[]
  /** What a 404 says when there is no such page. */
  readonly missing: string
  readonly page: Page<Question, Found, unknown>
  readonly question: Question
}

export type ReadPage = <Question, Found>(
  request: FastifyRequest,
  page: PageToRead<Question, Found>,
) => Rendered | Promise<Rendered>

/**
 * Answers reads from pages kept whole: of one generation, never older than the position that the request asks for.
 * Where the read model does not reach that position in time the answer is what there is, marked stale: a read never
 * fails for lag. A page that is kept is answered at once, without a promise: most of what a kept page costs is what
 * happens around it.
 */
export function pageReader(cache: PageCache, makePage: MakePage, progress: Progress): ReadPage {
  let last: number | null = null
  const readAt = <Question, Found>(
    { generation, checkpoints, position, headers }: ReadMoment,
    { path, about, missing, page, question }: PageToRead<Question, Found>,
  ) => {
    // One that is gone back to has folded on since its pages were kept, and no notice said what.
    if (generation.id !== last) {
      if (last !== null) cache.dropAll()
      last = generation.id
    }
    const bytes = cache.get({ key: `${generation.id} ${path}`, about, position, checkpoints }, async () => {
      const shown = await makePage(page, question, generation)
      if (!shown) throw notFound(missing)
      return { bytes: Buffer.from(JSON.stringify(shown.answer)), tags: shown.tags }
    })
    if (!(bytes instanceof Promise)) return rendered(bytes, headers)
    // What there is not may only not be folded yet: the headers say so.
    return bytes.then(
      (made) => rendered(made, headers),
      (error) => {
        throw withHeaders(error, headers)
      },
    )
  }
  return (request, wanted) => {
    const moment = momentFor(request, progress)
    return moment instanceof Promise ? moment.then((then) => readAt(then, wanted)) : readAt(moment, wanted)
  }
}
