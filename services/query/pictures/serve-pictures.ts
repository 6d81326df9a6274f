import type { FastifyInstance } from 'fastify'
import { countRead } from '../../platform/http/consume-read.ts'
import { notFound } from '../../platform/http/http-error.ts'
import type { CardReader, ReadCard } from '../cards/read-card.ts'
import { pagePath, type Subject, subjectOf } from '../cards/subject.ts'
import type { QueryDeps } from '../deps.ts'
import { pictureCache } from './picture-cache.ts'
import { pictureMaker } from './picture-maker.ts'

const kinds = ['play', 'chart', 'player', 'pack', 'event'] as const
const aYear = 365 * 24 * 3600
const fiveMinutes = 300

/** What is kept of pictures in all. */
const bounds = { maxAge: 30 * 24 * 3600 * 1000, maxBytes: 1024 ** 3 }
/** How often old ones are looked for, ms. */
const sweepEvery = 6 * 3600 * 1000

/** Where the picture of a page is. It may be kept for ever under an address with its version. */
export function picturePath(
  subject: Subject,
  { version, board }: Pick<ReadCard, 'version' | 'board'>,
): string {
  return `/picture${pagePath(subject).replace('/user/', '/player/')}.png?v=${version}${board === null ? '' : `&lb=${board}`}`
}

/** Serves the pictures that chats show beside links, `/picture/play/{id}.png`; `v` says which version is expected. */
export function servePictures(
  app: FastifyInstance,
  readCard: CardReader,
  { storage, log }: Pick<QueryDeps, 'storage' | 'log'>,
): void {
  const kept = pictureCache({ storage, bounds, now: Date.now, log })
  const pictures = pictureMaker(kept, storage)
  void kept.sweep()
  const sweeping = setInterval(() => void kept.sweep(), sweepEvery)
  sweeping.unref()
  app.addHook('onClose', async () => {
    clearInterval(sweeping)
    await kept.settled()
  })
  for (const kind of kinds) {
    app.get<{ Params: { file: string }; Querystring: { v?: unknown } }>(
      `/picture/${kind}/:file`,
      async (request, reply) => {
        await countRead(request)
        const name = request.params.file
        const subject = name.endsWith('.png') ? subjectOf(kind, name.slice(0, -4)) : null
        if (!subject) throw notFound('There is no such picture')
        const { card, version } = await readCard(request, subject)
        if (!pictures.atHand(version)) await countRead(request, 'picture')
        const png = await pictures.make(card, version)
        const lasting = request.query.v === version
        return reply
          .headers({
            'cache-control': lasting
              ? `public, max-age=${aYear}, immutable`
              : `public, max-age=${fiveMinutes}`,
            // Other sites may show it beside a link to us.
            'cross-origin-resource-policy': 'cross-origin',
          })
          .type('image/png')
          .send(png)
      },
    )
  }
}
