import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FindByAlias } from '@stepledger/contracts/players/player-directory.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pTimeout from 'p-timeout'
import { takeReadLimit } from '../../platform/http/enforce-limit.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { CardReader, ReadCard } from '../cards/read-card.ts'
import { pagePath, type Subject } from '../cards/subject.ts'
import { wordsOf } from '../cards/words.ts'
import { picturePath } from '../pictures/serve-pictures.ts'
import { withHead, withoutSubject } from './page-head.ts'

export interface LinkPages {
  readonly dir: string
  /** Public origin of the site. */
  readonly publicUrl: string
  readonly readCard: CardReader
  readonly findByAlias: FindByAlias
}

/**
 * Sends the app with link preview metadata of a subject in its head. Sends 404 with the app for an unknown subject, and
 * falls back to the plain app while the database is unavailable or slow. Counts as a read: sends 429 with the plain app
 * above the rate limit.
 */
export async function sendLinkPage(
  { dir, publicUrl, readCard }: LinkPages,
  subject: Subject | null,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const wait = subject ? await takeReadLimit(request) : 0
  const [html, read] = await Promise.all([
    readFile(join(dir, 'index.html'), 'utf8'),
    subject && wait === 0 ? cardOrNothing(readCard(request, subject)) : null,
  ])
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
  if (wait > 0) return reply.code(429).header('retry-after', String(wait)).send(withoutSubject(html))
  if (subject === null || read === null) return reply.code(404).send(withoutSubject(html))
  if (read === 'unknown') return reply.send(html)
  const head = {
    ...wordsOf(read.card),
    type: subject.kind === 'player' ? ('profile' as const) : ('article' as const),
    url: publicUrl + pagePath(subject),
    pictureUrl: publicUrl + picturePath(subject, read),
  }
  return reply.send(withHead(html, head))
}

/** Null when the subject does not exist; `unknown` on a timeout or an error. */
async function cardOrNothing(promise: Promise<ReadCard>): Promise<ReadCard | null | 'unknown'> {
  try {
    return await withTimeout(promise)
  } catch (error) {
    return error instanceof HttpError && error.status === 404 ? null : 'unknown'
  }
}

/** Timeout of reads for the head of a page, ms. */
const timeoutMs = 500

/** Resolves to the value of `promise`, or to `unknown` on a timeout. A later rejection is ignored. */
export function withTimeout<T>(promise: Promise<T>): Promise<T | 'unknown'> {
  return pTimeout(promise, { milliseconds: timeoutMs, fallback: () => 'unknown' as const })
}
