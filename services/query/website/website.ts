import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { isSiteAddress } from '@stepledger/contracts/http/site-address.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { takeReadLimit } from '../../platform/http/enforce-limit.ts'
import { subjectAt } from '../cards/subject.ts'
import { immutable } from '../immutable-cache-control.ts'
import { type LinkPages, sendLinkPage, withTimeout } from './link-page.ts'
import { withoutSubject } from './page-head.ts'

/**
 * Serves the built web app: its files, and its page for every other address that a browser requests, with 404 for an
 * unknown one. Pages of plays, charts, players, packs and events carry link preview metadata, whatever the Accept
 * header: chat clients that render previews send various ones. `/user/{alias}` redirects to the player's id. `GET /`
 * answers the page when text/html is accepted and `{message: 'OK'}` otherwise, which the game's title screen uses as a
 * connectivity check.
 */
export async function serveWebsite(app: FastifyInstance, linkPages: LinkPages): Promise<void> {
  const { dir } = linkPages
  await app.register(fastifyStatic, {
    root: dir,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      // Their names contain a hash of their content.
      const lasting = path.startsWith(join(dir, 'assets'))
      reply.header('cache-control', lasting ? immutable : 'no-cache')
      // Compression is negotiated, so shared caches must store both variants.
      reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '))
    },
  })
  const page = (reply: FastifyReply) => reply.sendFile('index.html')
  const notFoundPage = async (reply: FastifyReply) =>
    reply
      .code(404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(withoutSubject(await readFile(join(dir, 'index.html'), 'utf8')))

  app.get('/', (request, reply) => {
    reply.header('vary', 'accept')
    return acceptsHtml(request) ? page(reply) : reply.send({ message: 'OK' })
  })
  app.get('/*', (request, reply) => {
    const path = request.url.replace(/\?.*/s, '')
    const subject = subjectAt(path)
    const alias = subject === null ? aliasAt(path) : null
    if (alias !== null) return redirectToPlayer(linkPages, alias, request, reply)
    if (subject !== undefined) return sendLinkPage(linkPages, subject, request, reply)
    reply.header('vary', 'accept')
    if (isApi(request) || !acceptsHtml(request)) return reply.callNotFound()
    return isSiteAddress(path) ? page(reply) : notFoundPage(reply)
  })
}

function acceptsHtml(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false
}

function isApi(request: FastifyRequest): boolean {
  return /^\/(api|v1|live|media|metrics)(\/|\?|$)/.test(request.url)
}

/** The alias in `/user/{alias}`; null at other addresses and for an impossible alias. */
function aliasAt(path: string): string | null {
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
async function redirectToPlayer(
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
