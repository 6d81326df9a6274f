import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import { packIdsAfter } from '@stepledger/projections/catalogue/list-packs.ts'
import { hashesAfter } from '@stepledger/projections/catalogue/reads.ts'
import { playersAfter } from '@stepledger/projections/players/reads.ts'
import { type GenerationDb, type ReadDatabase, readable } from '@stepledger/projections/read-database.ts'
import { allEvents } from '@stepledger/projections/standings/reads.ts'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { countRead } from '../../platform/http/consume-read.ts'
import { escapeMarkup } from '../../platform/http/escape-markup.ts'
import { HttpError, notFound } from '../../platform/http/http-error.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Progress } from '../../platform/progress/progress.ts'
import type { Push } from '../../platform/push/push.ts'

/** Addresses in one file. */
const perFile = 10_000
const anHour = 3_600_000

const pages = ['/', '/packs', '/charts', '/leaderboards/overall', '/help', '/privacy', '/data', '/api/docs']

type IdsAfter = (
  generation: GenerationDb,
  after: string | null,
  skip: number,
  limit: number,
) => Promise<string[]>

/**
 * What there are many of. Files are ranges of an index: each begins after the id that its address names, the first
 * after none.
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

export interface SitemapDeps {
  readonly readModels: ReadDatabase
  readonly progress: Progress
  readonly push: Pick<Push, 'subscribe'>
  readonly players: PlayerDirectory
  readonly log: Log
  /** Origin under which players reach us. */
  readonly publicUrl: string
}

/**
 * Tells search engines what there is: `/robots.txt`, `/sitemap.xml` and the files that it names, each made at most once an hour, and when a
 * player was erased. */
export function serveSitemap(app: FastifyInstance, deps: SitemapDeps): void {
  const { progress, publicUrl } = deps
  const kept = new LRUCache<string, string[], GenerationDb>({
    max: 100,
    ttl: anHour,
    fetchMethod: (key, _old, { context }) => idsFor(context, key),
  })
  /** Of what was kept before somebody was erased nothing is looked up any more, also what is still being read. */
  let era = 0
  const stop = deps.push.subscribe(
    (notice) => {
      const named =
        notice.kind === 'player' ? [notice.player] : notice.kind === 'folded' ? notice.players : []
      if (kept.size === 0 || named.length === 0) return
      deps.players.lookUp(named).then(
        (known) => {
          if (named.some((id) => !known.has(id))) era += 1
        },
        (error: unknown) => {
          era += 1
          deps.log.warn(`the sitemap is made again: ${String(error)}`)
        },
      )
    },
    () => {
      era += 1
    },
  )
  app.addHook('onClose', async () => stop())
  const ids = async (key: string) => {
    const now = progress.current()
    if (!now) throw new HttpError(503, 'The read models are being made', { headers: { 'retry-after': '1' } })
    return (
      (await kept.fetch(`${key} ${now.generation.id}.${era}`, {
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
    await countRead(request)
    const files = [`${publicUrl}/sitemap/pages.xml`]
    for (const name of listNames) {
      files.push(`${publicUrl}/sitemap/${name}.xml`)
      for (const after of await ids(`starts ${name}`))
        files.push(`${publicUrl}/sitemap/${name}.xml?after=${after}`)
    }
    return reply.type(xml).send(document('sitemapindex', 'sitemap', files))
  })
  app.get('/sitemap/pages.xml', async (request, reply) => {
    await countRead(request)
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
      await countRead(request)
      const { after = '' } = request.query
      // Only the starts that the index names: every other one would be read, and kept, for nobody.
      if (typeof after !== 'string' || (after !== '' && !(await ids(`starts ${name}`)).includes(after))) {
        throw notFound('There is no such sitemap')
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

/** `events 1`: the slugs of all. `starts charts 1`: the ids after which the files begin, but the first. `file charts {after} 1`: the ids of one file. */
async function idsFor(generation: GenerationDb, key: string): Promise<string[]> {
  const [what, name, after = ''] = key.split(' ')
  if (what === 'events') return (await allEvents(generation)).map(({ slug }) => slug)
  const { idsAfter } = lists[listNames.find((known) => known === name) ?? 'players']
  if (what === 'file') return idsAfter(generation, after === '' ? null : after, 0, perFile)
  const starts: string[] = []
  for (;;) {
    // The last of this file is known to have a next one when the skipped range holds one more.
    const [last, next] = await idsAfter(generation, starts.at(-1) ?? null, perFile - 1, 2)
    if (last === undefined || next === undefined) return starts
    starts.push(last)
  }
}

function document(root: string, entry: string, addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<${entry}><loc>${escapeMarkup(address)}</loc></${entry}>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`
}
