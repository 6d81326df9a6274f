import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../platform/http/http-error.ts'
import type { Progress } from '../platform/progress/progress.ts'
import type { MakePage } from './make-page.ts'
import type { Page } from './page.ts'
import { momentFor, type ReadMoment } from './read-moment.ts'

export type ReadOwnPage = <Question, Found, Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page<Question, Found, Answer>,
  questionFor: (generation: ReadMoment['generation']) => Question,
  /** What to wait for before it is read, besides the position that the request asks for. */
  ready?: (generation: ReadMoment['generation']) => Promise<void>,
) => Promise<Answer>

/** Answers what one player asks for oneself: it is no one else's, so nothing of it is kept. */
export function ownPageReader(makePage: MakePage, progress: Progress): ReadOwnPage {
  return async (request, reply, page, questionFor, ready) => {
    const { generation, headers } = await momentFor(request, progress)
    reply.headers(headers)
    await ready?.(generation)
    const shown = await makePage(page, questionFor(generation), generation)
    if (!shown) throw notFound('Not found')
    return shown.answer
  }
}
