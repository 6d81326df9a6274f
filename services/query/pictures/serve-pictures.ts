import type { FastifyInstance } from 'fastify'
import { enforceReadLimit } from '../../platform/http/enforce-limit.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { pagePath, type Subject, subjectKinds, subjectOf } from '../cards/card.ts'
import type { CardReader, ReadCard } from '../cards/read-card.ts'
import type { QueryDeps } from '../deps.ts'
import { immutable } from '../media.ts'
import { pictureCache } from './picture-cache.ts'
import { pictureMaker } from './picture-maker.ts'

const fiveMinutes = 300

/** Limits of the picture cache in the storage: ms, bytes. */
const bounds = { maxAge: 30 * 24 * 3600 * 1000, maxBytes: 1024 ** 3 }
/** Interval of cache sweeps, ms. */
const sweepMs = 6 * 3600 * 1000

/** The path of a page's picture. With its version in the query it is immutable. */
export function picturePath(
  subject: Subject,
  { version, board }: Pick<ReadCard, 'version' | 'board'>,
): string {
  return `/picture${pagePath(subject).replace('/user/', '/player/')}.png?v=${version}${board === null ? '' : `&lb=${board}`}`
}

/** Serves link preview pictures, `/picture/play/{id}.png`. Cached as immutable when `v` is the current version. */
export function servePictures(
  app: FastifyInstance,
  readCard: CardReader,
  { storage, log }: Pick<QueryDeps, 'storage' | 'log'>,
): void {
  const cache = pictureCache({ storage, bounds, now: Date.now, log })
  const pictures = pictureMaker(cache, storage)
  void cache.sweep()
  const sweeping = setInterval(() => void cache.sweep(), sweepMs)
  sweeping.unref()
  app.addHook('onClose', async () => {
    clearInterval(sweeping)
    await cache.settled()
  })
  for (const kind of subjectKinds) {
    app.get<{ Params: { file: string }; Querystring: { v?: unknown } }>(
      `/picture/${kind}/:file`,
      async (request, reply) => {
        await enforceReadLimit(request)
        const name = request.params.file
        const subject = name.endsWith('.png') ? subjectOf(kind, name.slice(0, -4)) : null
        if (!subject) throw notFound('Picture not found')
        const { card, version } = await readCard(request, subject)
        if (!pictures.isCached(version)) await enforceReadLimit(request, 'picture')
        const png = await pictures.make(card, version)
        const lasting = request.query.v === version
        return reply
          .headers({
            'cache-control': lasting ? immutable : `public, max-age=${fiveMinutes}`,
            // Other sites may embed it as a link preview.
            'cross-origin-resource-policy': 'cross-origin',
          })
          .type('image/png')
          .send(png)
      },
    )
  }
}
