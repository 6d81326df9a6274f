import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { isSiteAddress } from '@stepledger/contracts/http/site-address.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { subjectAt } from '../cards/subject.ts'
import { aliasAt, sendToPlayer } from './alias-page.ts'
import { type LinkPages, sendLinkPage } from './link-page.ts'
import { withoutSubject } from './page-head.ts'

/** Names of files under /assets carry a hash of their content: they never change. */
const assetAge = 365 * 24 * 3600

/**
 * Serves the built web app: its files, and its one page for every other address that a browser asks for, with 404 where
 * the app has nothing; at the address of a play, a chart, a player, a pack or an event with a head that tells of it, to
 * anybody: chats that unfold a link take whatever they are given. An alias in place of a player's id leads to the id.
 * `GET /` answers the page to who accepts text/html and `{message: 'OK'}` to everyone else: the game's title screen
 * asks it whether we are there.
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
      const lasting = path.startsWith(join(dir, 'assets'))
      reply.header('cache-control', lasting ? `public, max-age=${assetAge}, immutable` : 'no-cache')
      // Sent compressed to who takes that: a cache in between must keep the two apart.
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
    return wantsPage(request) ? page(reply) : reply.send({ message: 'OK' })
  })
  app.get('/*', (request, reply) => {
    const path = request.url.replace(/\?.*/s, '')
    const subject = subjectAt(path)
    const alias = subject === null ? aliasAt(path) : null
    if (alias !== null) return sendToPlayer(linkPages, alias, request, reply)
    if (subject !== undefined) return sendLinkPage(linkPages, subject, request, reply)
    reply.header('vary', 'accept')
    if (isApi(request) || !wantsPage(request)) return reply.callNotFound()
    return isSiteAddress(path) ? page(reply) : notFoundPage(reply)
  })
}

function wantsPage(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false
}

function isApi(request: FastifyRequest): boolean {
  return /^\/(api|v1|live|media|metrics)(\/|\?|$)/.test(request.url)
}
