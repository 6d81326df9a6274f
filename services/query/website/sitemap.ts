import { isListed } from '@stepledger/contracts/competition/competition.ts'
import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import { packIdsAfter } from '@stepledger/projections/catalogue/list-packs.ts'
import { hashesAfter } from '@stepledger/projections/catalogue/reads.ts'
import { playersAfter } from '@stepledger/projections/players/reads.ts'
import { type GenerationDb, type ReadDatabase, readable } from '@stepledger/projections/read-database.ts'
import { allCompetitions } from '@stepledger/projections/standings/reads.ts'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { enforceReadLimit } from '../../platform/http/enforce-limit.ts'
import { escapeMarkup } from '../../platform/http/escape-markup.ts'
import { HttpError, notFound } from '../../platform/http/http-error.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Push } from '../../platform/push/push.ts'
import type { Progress } from '../../progress.ts'

/** Maximum URLs of a file. */
const perFile = 10_000
const hourMs = 3_600_000

const pages = ['/', '/packs', '/charts', '/leaderboards/overall', '/help', '/privacy', '/data', '/api/docs']

type IdsAfter = (
  generation: GenerationDb,
  after: string | null,
  skip: number,
  limit: number,
) => Promise<string[]>

/**
 * Lists that are split into several files. Each file is a keyset page: it starts after the id in its URL, the first one
 * at the beginning.
 */
const lists = {
  charts: { page: '/chart/', idsAfter: hashesAfter },
  packs: {
    page: '/pack/',
    idsAfter: async (generation, after, skip, limit) =>
      (await packIdsAfter(generation, after === null ? null : Number(after), skip, limit)).map(String),
  },
  players: { page: '/user/', idsAfter: playersAfter },
} satisfies Record<string, { page: string; idsAfter: IdsAfter }>
const listNames = ['charts', 'packs', 'players'] as const

interface SitemapDeps {
  readonly readModels: ReadDatabase
  readonly progress: Progress
  readonly push: Pick<Push, 'subscribe'>
  readonly players: PlayerDirectory
  readonly log: Log
  /** Public origin of the site. */
  readonly publicUrl: string
}

/**
 * Serves `/robots.txt`, `/sitemap.xml` and the files that it lists. Each is cached for an hour, and invalidated when a
 * player is erased.
 */
export function serveSitemap(app: FastifyInstance, deps: SitemapDeps): void {
  const { progress, publicUrl } = deps
  const cache = new LRUCache<string, string[], GenerationDb>({
    max: 100,
    ttl: hourMs,
    fetchMethod: (key, _old, { context }) => idsFor(context, key),
  })
  /** Part of the cache keys. Incremented on an erasure, which also invalidates entries that are still being read. */
  let cacheVersion = 0
  const stop = deps.push.subscribe(
    (notice) => {
      const named =
        notice.kind === 'player' ? [notice.player] : notice.kind === 'folded' ? notice.players : []
      if (cache.size === 0 || named.length === 0) return
      deps.players.lookUp(named).then(
        (known) => {
          if (named.some((id) => !known.has(id))) cacheVersion += 1
        },
        (error: unknown) => {
          cacheVersion += 1
          deps.log.warn(`the sitemap cache was invalidated after an error: ${String(error)}`)
        },
      )
    },
    () => {
      cacheVersion += 1
    },
  )
  app.addHook('onClose', async () => stop())
  const ids = async (key: string) => {
    const now = progress.current()
    if (!now) throw new HttpError(503, 'The read models are being built', { headers: { 'retry-after': '1' } })
    return (
      (await cache.fetch(`${key} ${now.generation.id}.${cacheVersion}`, {
        context: readable(now.generation, deps.readModels),
      })) ?? []
    )
  }

  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nAllow: /api/docs\nDisallow: /api/\nDisallow: /v1/\nDisallow: /overlay/\nSitemap: ${publicUrl}/sitemap.xml\n`,
      ),
  )
  app.get('/sitemap.xml', async (request, reply) => {
    await enforceReadLimit(request)
    const files = [`${publicUrl}/sitemap/pages.xml`]
    for (const name of listNames) {
      files.push(`${publicUrl}/sitemap/${name}.xml`)
      for (const after of await ids(`starts ${name}`))
        files.push(`${publicUrl}/sitemap/${name}.xml?after=${after}`)
    }
    return reply.type(xml).send(document('sitemapindex', 'sitemap', files))
  })
  app.get('/sitemap/pages.xml', async (request, reply) => {
    await enforceReadLimit(request)
    const events = (await ids('events')).map((slug) => `/event/${slug}`)
    return reply.type(xml).send(
      document(
        'urlset',
        'url',
        [...pages, ...events].map((page) => publicUrl + page),
      ),
    )
  })
  for (const name of listNames) {
    app.get<{ Querystring: { after?: unknown } }>(`/sitemap/${name}.xml`, async (request, reply) => {
      await enforceReadLimit(request)
      const { after = '' } = request.query
      // Only the ids listed in the index are accepted, so that arbitrary ids cannot fill the cache.
      if (typeof after !== 'string' || (after !== '' && !(await ids(`starts ${name}`)).includes(after))) {
        throw notFound('Sitemap not found')
      }
      const listed = await ids(`file ${name} ${after}`)
      return reply.type(xml).send(
        document(
          'urlset',
          'url',
          listed.map((id) => publicUrl + lists[name].page + id),
        ),
      )
    })
  }
}

const xml = 'application/xml; charset=utf-8'

/**
 * Reads the ids of a cache key. `events 1`: all slugs. `starts charts 1`: the ids after which the files start, except
 * the first file. `file charts {after} 1`: the ids of one file.
 */
async function idsFor(generation: GenerationDb, key: string): Promise<string[]> {
  const [what, name, after = ''] = key.split(' ')
  if (what === 'events')
    return (await allCompetitions(generation)).filter(({ state }) => isListed(state)).map(({ slug }) => slug)
  const { idsAfter } = lists[listNames.find((known) => known === name) ?? 'players']
  if (what === 'file') return idsAfter(generation, after === '' ? null : after, 0, perFile)
  const starts: string[] = []
  for (;;) {
    // Reads the last id of this file and the one after it; without the latter, this is the last file.
    const [last, next] = await idsAfter(generation, starts.at(-1) ?? null, perFile - 1, 2)
    if (last === undefined || next === undefined) return starts
    starts.push(last)
  }
}

function document(root: string, entry: string, addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<${entry}><loc>${escapeMarkup(address)}</loc></${entry}>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`
}
