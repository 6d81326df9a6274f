import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { posterKey } from '@stepledger/contracts/storage-keys.ts'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { enforceReadLimit } from '../../platform/http/enforce-limit.ts'
import { HttpError, notFound } from '../../platform/http/http-error.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { type Card, pagePath, type Subject, subjectKinds, subjectOf } from '../cards/card.ts'
import type { CardReader, ReadCard } from '../cards/read-card.ts'
import type { QueryDeps } from '../deps.ts'
import { immutable } from '../media.ts'
import { bannerImage, storedImage } from './banner-image.ts'
import { chartPicture, playerPicture } from './board-pictures.ts'
import { artworkSize, competitionPicture } from './competition-picture.ts'
import { loadFaces } from './faces.ts'
import { packPicture } from './pack-picture.ts'
import { playPicture } from './play-picture.ts'
import { sessionPicture } from './session-picture.ts'
import { bannerSizes } from './sheet.ts'
import { type DrawText, textDrawer } from './text.ts'

const fiveMinutes = 300

/** Limits of pictures in memory, bytes and ms: they name players, who may be erased. */
const cached = { maxSize: 64 * 1024 * 1024, ttl: 3600_000 }

/** Drawing is CPU-bound and pages take precedence: maximum concurrent drawings, and maximum queued ones. */
const concurrency = 1
const maxQueued = 40

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
  const draw = textDrawer(loadFaces())
  const drawings = new PQueue({ concurrency })
  const pictures = new LRUCache<string, Buffer, { readonly card: Card }>({
    ...cached,
    sizeCalculation: (png) => png.length,
    async fetchMethod(_version, _old, { context: { card } }) {
      if (drawings.size >= maxQueued)
        throw new HttpError(503, 'The server is overloaded', { headers: { 'retry-after': '5' } })
      return drawings.add(() => render(draw, storage, card))
    },
  })
  void deleteStored(storage).catch((error: unknown) => {
    log.warn(`old pictures could not be deleted: ${errorMessage(error)}`)
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
        if (!pictures.has(version)) await enforceReadLimit(request, 'picture')
        const png = await pictures.forceFetch(version, { context: { card } })
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

async function render(draw: DrawText, media: Pick<Storage, 'get'>, card: Card): Promise<Buffer> {
  // A large library, loaded with the first picture.
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  return sharp(Buffer.from(await drawing(draw, media, card)))
    .png()
    .toBuffer()
}

async function drawing(draw: DrawText, media: Pick<Storage, 'get'>, card: Card): Promise<string> {
  switch (card.kind) {
    case 'play':
      return playPicture(draw, card, await bannerImage(media, card.chart.banner, bannerSizes.chart))
    case 'chart':
      return chartPicture(draw, card, await bannerImage(media, card.chart.banner, bannerSizes.chart))
    case 'player':
      return playerPicture(draw, card)
    case 'pack':
      return packPicture(draw, card, await bannerImage(media, card.pack.banner, bannerSizes.pack))
    case 'event':
      return competitionPicture(
        draw,
        card,
        await storedImage(media, card.picture && posterKey(card.picture), artworkSize),
      )
    case 'session':
      return sessionPicture(draw, card)
  }
}

/** Earlier releases stored pictures, also of players who were erased since. */
async function deleteStored(storage: Pick<Storage, 'list' | 'delete'>): Promise<void> {
  for await (const { key } of storage.list('pictures/')) await storage.delete(key)
}
