import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { isSiteAddress } from '@stepledger/contracts/http/site-address.ts'
import type { FindByAlias } from '@stepledger/contracts/players/player-directory.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pTimeout from 'p-timeout'
import { cachedBody } from '../../platform/http/compress.ts'
import { takeReadLimit } from '../../platform/http/enforce-limit.ts'
import { escapeMarkup } from '../../platform/http/escape-markup.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { addVary, sendCompressed } from '../../platform/http/send-answer.ts'
import { pagePath, type Subject, subjectAt } from '../cards/card.ts'
import type { CardReader, ReadCard } from '../cards/read-card.ts'
import { type CardWords, wordsOf } from '../cards/words.ts'
import { immutable } from '../media.ts'
import { picturePath } from '../pictures/serve-pictures.ts'
import { pictureSize } from '../pictures/sheet.ts'

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

interface LinkPages {
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
async function sendLinkPage(
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
  return sendCompressed(addVary(reply), cachedBody(Buffer.from(withHead(html, head))))
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
function withTimeout<T>(promise: Promise<T>): Promise<T | 'unknown'> {
  return pTimeout(promise, { milliseconds: timeoutMs, fallback: () => 'unknown' as const })
}

/** Link preview metadata of a page. URLs are absolute. */
interface PageHead extends CardWords {
  readonly type: 'article' | 'profile'
  readonly url: string
  readonly pictureUrl: string
}

const site = 'Stepledger'

/** Maximum characters of a description; chat clients truncate longer ones. */
const maxDescription = 300

/** Replaces title and description of the page, and adds Open Graph and Twitter tags. */
function withHead(html: string, head: PageHead): string {
  const title = clean(head.title)
  const description = cut(clean(head.description), maxDescription)
  const tags = [
    `<title>${escapeMarkup(`${title} · ${site}`)}</title>`,
    named('description', description),
    `<link rel="canonical" href="${escapeMarkup(head.url)}" />`,
    property('og:site_name', site),
    property('og:type', head.type),
    property('og:title', title),
    property('og:description', description),
    property('og:url', head.url),
    property('og:image', head.pictureUrl),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(pictureSize.width)),
    property('og:image:height', String(pictureSize.height)),
    property('og:image:alt', `${title}: ${description}`),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
    named('twitter:image', head.pictureUrl),
  ]
  const stripped = html
    .replace(/\s*<title>[^<]*<\/title>/, '')
    .replace(/\s*<meta name="description"[^>]*>/, '')
  return intoHead(stripped, tags.join('\n    '))
}

/** The page of an unknown subject: excluded from search indexes. */
function withoutSubject(html: string): string {
  return intoHead(html, named('robots', 'noindex'))
}

/** Replaces by a function, because a title may contain replacement patterns such as `$&`. */
function intoHead(html: string, tags: string): string {
  return html.replace('</head>', () => `  ${tags}\n  </head>`)
}

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeMarkup(content)}" />`
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeMarkup(content)}" />`

const clean = (text: string) => text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()

function cut(text: string, max: number): string {
  const characters = [...text]
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}
