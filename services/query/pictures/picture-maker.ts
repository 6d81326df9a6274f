import type { Names } from '@stepledger/contracts/storage/link-picture-key.ts'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Card } from '../cards/card.ts'
import { bannerImage } from './banner-image.ts'
import { chartPicture } from './chart-picture.ts'
import { competitionPicture } from './competition-picture.ts'
import { loadFaces } from './faces.ts'
import { packPicture } from './pack-picture.ts'
import type { PictureCache } from './picture-cache.ts'
import { playPicture } from './play-picture.ts'
import { playerPicture } from './player-picture.ts'
import { sessionPicture } from './session-picture.ts'
import { bannerSizes } from './sheet.ts'
import { type DrawText, textDrawer } from './text.ts'

/** Memory limit of cached pictures, bytes. */
const cacheBytes = 64 * 1024 * 1024

/** Drawing is CPU-bound and pages take precedence: maximum concurrent drawings, and maximum queued ones. */
const concurrency = 1
const maxQueued = 40

interface PictureMaker {
  /** Whether the picture is cached in memory. */
  isCached(version: string): boolean
  /**
   * The picture of a card as PNG. `version` identifies the card's content. Throws 503 when the queue is full, or while
   * the banner cannot be read.
   */
  make(card: Card, version: string): Promise<Buffer>
}

/**
 * Draws pictures that are not cached. Concurrent requests for the same picture share one drawing, and recent pictures are
 * also cached in memory. `media`: storage of the banners.
 */
export function pictureMaker(pictures: PictureCache, media: Pick<Storage, 'get'>): PictureMaker {
  const draw = textDrawer(loadFaces())
  const drawings = new PQueue({ concurrency })
  async function drawNow(card: Card): Promise<Buffer> {
    if (drawings.size >= maxQueued)
      throw new HttpError(503, 'The server is overloaded', { headers: { 'retry-after': '5' } })
    return drawings.add(() => render(draw, media, card))
  }
  const cache = new LRUCache<string, Buffer, { card: Card }>({
    maxSize: cacheBytes,
    sizeCalculation: (png) => png.length,
    fetchMethod: (version, _old, { context }) =>
      pictures.find(version, () => drawNow(context.card), namesOn(context.card)),
  })
  return {
    isCached: (version) => cache.has(version),
    async make(card, version) {
      const png = await cache.fetch(version, { context: { card } })
      if (!png) throw new Error('a picture was neither drawn nor rejected')
      return png
    },
  }
}

/** The players that a picture may name. Erasing a player deletes these pictures. */
function namesOn(card: Card): Names {
  switch (card.kind) {
    case 'play':
    case 'player':
    case 'session':
      return { player: card.player.id }
    case 'chart':
    case 'event':
      return 'several'
    case 'pack':
      return 'nobody'
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
      return competitionPicture(draw, card)
    case 'session':
      return sessionPicture(draw, card)
  }
}
