import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../platform/http/http-error.ts'
import type { MakePage } from './make-page.ts'
import type { Page } from './page.ts'
import type { ReadContext, ReadContexts } from './read-your-writes.ts'

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
