import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { takeReadLimit } from '../../platform/http/enforce-limit.ts'
import { type LinkPages, sendLinkPage } from './link-page.ts'
import { withoutSubject } from './page-head.ts'
import { withTimeout } from './with-timeout.ts'

/** The alias in `/user/{alias}`; null at other addresses and for an impossible alias. */
export function aliasAt(path: string): string | null {
  const [, text] = /^\/user\/([^/]{1,600})\/?$/.exec(path) ?? []
  if (text === undefined) return null
  try {
    const alias = decodeURIComponent(text)
    return alias.length >= 3 && alias.length <= 100 ? alias : null
  } catch {
    return null
  }
}

/**
 * Redirects `/user/{alias}`, for a current or former alias, to the canonical `/user/{id}` and keeps the query. Falls back
 * to the plain page, which resolves the alias itself, while the database is unavailable or slow.
 */
export async function redirectToPlayer(
  linkPages: LinkPages,
  alias: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const wait = await takeReadLimit(request)
  const id =
    wait > 0 ? 'unknown' : await withTimeout(linkPages.findByAlias(alias)).catch(() => 'unknown' as const)
  if (id === null) return sendLinkPage(linkPages, null, request, reply)
  reply.header('cache-control', 'no-cache')
  if (id !== 'unknown') return reply.redirect(`/user/${id}${/\?.*/s.exec(request.url)?.[0] ?? ''}`, 302)
  const html = await readFile(join(linkPages.dir, 'index.html'), 'utf8')
  reply.type('text/html; charset=utf-8')
  if (wait > 0) return reply.code(429).header('retry-after', String(wait)).send(withoutSubject(html))
  return reply.send(html)
}
