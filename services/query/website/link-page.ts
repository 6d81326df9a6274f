import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FindByAlias } from '@stepledger/contracts/players/player-directory.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { consumeRead } from '../../platform/http/consume-read.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { CardReader, ReadCard } from '../cards/read-card.ts'
import { pagePath, type Subject } from '../cards/subject.ts'
import { wordsOf } from '../cards/words.ts'
import { picturePath } from '../pictures/serve-pictures.ts'
import { withHead, withoutSubject } from './page-head.ts'
import { withTimeout } from './with-timeout.ts'

export interface LinkPages {
  readonly dir: string
  /** Origin under which players reach us. */
  readonly publicUrl: string
  readonly readCard: CardReader
  readonly findByAlias: FindByAlias
}

/**
 * Sends the page of a subject with a head that tells of it, to people and to machines alike. 404 with the page where
 * there is no such thing: the page says so itself. While the database is away or slow it is the plain page. It counts
 * as a read: anyone who asks too often is sent 429 with the plain page.
 */
export async function sendLinkPage(
  { dir, publicUrl, readCard }: LinkPages,
  subject: Subject | null,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const wait = subject ? await consumeRead(request) : 0
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

/** Null where there is no such thing; `unknown` where nobody can say just now. */
async function cardOrNothing(reading: Promise<ReadCard>): Promise<ReadCard | null | 'unknown'> {
  try {
    return await withTimeout(reading)
  } catch (error) {
    return error instanceof HttpError && error.status === 404 ? null : 'unknown'
  }
}
