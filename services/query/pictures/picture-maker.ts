import type { Names } from '@stepledger/contracts/storage/link-picture-key.ts'
import { LRUCache } from 'lru-cache'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Card } from '../cards/card.ts'
import { bannerImage } from './banner-image.ts'
import { chartPicture } from './chart-picture.ts'
import { eventPicture } from './event-picture.ts'
import { loadFaces } from './faces.ts'
import { packPicture } from './pack-picture.ts'
import type { PictureCache } from './picture-cache.ts'
import { playPicture } from './play-picture.ts'
import { playerPicture } from './player-picture.ts'
import { bannerSizes } from './sheet.ts'
import { type DrawText, textDrawer } from './text.ts'

/** Memory that kept pictures may take. */
const keptBytes = 64 * 1024 * 1024

/** Drawing is computing, and pages go before pictures: this many at once, and this many more may wait. */
const atOnce = 1
const mayWait = 40

export interface PictureMaker {
  /** Whether the picture is in memory, so that making it costs nothing. */
  atHand(version: string): boolean
  /**
   * The picture of a card as PNG; `version` names what the card says. Throws 503 when too many wait, or its banner
   * can't be read.
   */
  make(card: Card, version: string): Promise<Buffer>
}

/**
 * Draws pictures that nobody has kept; many who ask for the same one wait for one drawing. Those asked for last are
 * kept in memory as well. `media`: where banners lie.
 */
export function pictureMaker(pictures: PictureCache, media: Pick<Storage, 'get'>): PictureMaker {
  const draw = textDrawer(loadFaces())
  const lane = lanes(atOnce, mayWait)
  const kept = new LRUCache<string, Buffer, { card: Card }>({
    maxSize: keptBytes,
    sizeCalculation: (png) => png.length,
    fetchMethod: (version, _old, { context }) =>
      pictures.find(version, () => lane(() => render(draw, media, context.card)), named(context.card)),
  })
  return {
    atHand: (version) => kept.has(version),
    async make(card, version) {
      const png = await kept.fetch(version, { context: { card } })
      if (!png) throw new Error('a picture was neither drawn nor refused')
      return png
    },
  }
}

/** Erasing a player deletes the pictures that may name them. */
function named(card: Card): Names {
  switch (card.kind) {
    case 'play':
    case 'player':
      return { player: card.player.id }
    case 'chart':
    case 'event':
      return 'several'
    case 'pack':
      return 'nobody'
  }
}

async function render(draw: DrawText, media: Pick<Storage, 'get'>, card: Card): Promise<Buffer> {
  // A large library that most runs never need.
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
      return eventPicture(draw, card)
  }
}

/** Lets `count` works run at once and `waiting` more wait in a row; throws 503 for one more. */
function lanes(count: number, waiting: number) {
  const row: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= count) {
      if (row.length >= waiting) {
        throw new HttpError(503, 'Too many pictures are being drawn', { headers: { 'retry-after': '5' } })
      }
      await new Promise<void>((resolve) => row.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // Who waits takes over the place, so that nobody slips in between.
      const next = row.shift()
      if (next) next()
      else running -= 1
    }
  }
}
