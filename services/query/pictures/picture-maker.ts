import type { ScoreOnBoard } from '@stepledger/contracts/http/shapes/score.ts'
import { nameHash } from '@stepledger/contracts/look/placeholder.ts'
import { type Names, posterKey } from '@stepledger/contracts/storage-keys.ts'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Card, ChartCard, PackCard, PlayCard, PlayerCard } from '../cards/card.ts'
import { countOf } from '../cards/words.ts'
import { bannerImage, storedImage } from './banner-image.ts'
import { artworkSize, competitionPicture } from './competition-picture.ts'
import { loadFaces } from './faces.ts'
import { boardLook, judgmentColours, look } from './look.ts'
import { avatar, banner, gradeMark } from './marks.ts'
import type { PictureCache } from './picture-cache.ts'
import { sessionPicture } from './session-picture.ts'
import { bannerSizes, chartHead, margin, pictureSize, sheet } from './sheet.ts'
import { breakLine, type DrawText, textDrawer } from './text.ts'

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
      return competitionPicture(
        draw,
        card,
        await storedImage(media, card.picture && posterKey(card.picture), artworkSize),
      )
    case 'session':
      return sessionPicture(draw, card)
  }
}

/** Picture of a chart with the leaders of its boards. `artwork`: its banner, if a pack has one. */
async function chartPicture(draw: DrawText, card: ChartCard, artwork: string | null): Promise<string> {
  const counts = `${countOf(card.plays, 'play')} · ${countOf(card.players, 'player')} on the boards`
  const leaders = card.leaders.slice(0, 3).map(({ alias, ...score }) => ({ ...score, text: alias }))
  const emptyText = 'Be the first to set a score on this chart!'
  return sheet(draw, [
    (await draw(counts, margin, 90, { size: 28, weight: 600, fill: look.ink2, maxWidth: 760 })).svg,
    await chartHead(draw, card.chart, artwork, null),
    leaders.length > 0
      ? await pictureRows(draw, leaders)
      : (await draw(emptyText, margin, 440, { size: 40, weight: 600, fill: look.ink })).svg,
  ])
}

/** Picture of a pack with its song and chart counts. `artwork`: its banner, if it has one. */
async function packPicture(draw: DrawText, card: PackCard, artwork: string | null): Promise<string> {
  const { name } = card.pack
  return sheet(draw, [
    (await draw('Pack', margin, 90, { size: 28, weight: 600, fill: look.ink2 })).svg,
    banner({ hash: nameHash(name), artwork, x: margin, y: 128, ...bannerSizes.pack }),
    await count(draw, card.songs, 'song', 200),
    await count(draw, card.charts, 'chart', 336),
    await packName(draw, name),
  ])
}

/** The name on one line, else smaller on two lines; truncated with an ellipsis when it is longer. */
async function packName(draw: DrawText, name: string): Promise<string> {
  const maxWidth = pictureSize.width - 2 * margin
  const letters = { weight: 800, width: 112, fill: look.ink }
  const large = await draw(name, margin, 500, { ...letters, size: 72 })
  if (large.width <= maxWidth) return large.svg
  const small = { ...letters, size: 48 }
  const lines = await breakLine(draw, name, small, maxWidth)
  const drawn = await Promise.all(
    lines.map((line, i) => draw(line, margin, 474 + 60 * i, { ...small, maxWidth })),
  )
  return drawn.map(({ svg }) => svg).join('')
}

/** A number with its label below, right of the banner. */
async function count(draw: DrawText, count: number, noun: string, baseline: number): Promise<string> {
  const x = margin + bannerSizes.pack.width + 56
  const number = await draw(count.toLocaleString('en'), x, baseline, {
    size: 76,
    weight: 800,
    width: 112,
    fill: look.ink,
  })
  const label = await draw(count === 1 ? noun : `${noun}s`, x, baseline + 42, { size: 30, fill: look.ink2 })
  return number.svg + label.svg
}

/**
 * Picture of a play: player, chart, a large score on the selected board, and a row of all boards below. `artwork`: the
 * chart's banner, if a pack has one.
 */
async function playPicture(draw: DrawText, card: PlayCard, artwork: string | null): Promise<string> {
  const selected = card.scores.find(({ leaderboard }) => leaderboard === card.board)
  return sheet(draw, [
    await playerHead(draw, card),
    await chartHead(draw, card.chart, artwork, card.onNoBoard),
    ...(selected ? [await largeScore(draw, selected.data), await judgmentRow(draw, selected.judgments)] : []),
    timingPlot(card.timing),
    await boardRow(draw, card),
  ])
}

async function playerHead(draw: DrawText, { player }: PlayCard): Promise<string> {
  const name = await draw(player.alias, margin + 66, 91, {
    size: 36,
    weight: 700,
    fill: look.ink,
    maxWidth: 700,
  })
  return (await avatar(draw, player, margin, 52, 52)) + name.svg
}

async function largeScore(
  draw: DrawText,
  { score, grade }: PlayCard['scores'][number]['data'],
): Promise<string> {
  const large = { weight: 800, width: 125, fill: look.ink }
  const number = await draw(score, margin + 136, 402, { ...large, size: 110 })
  const percent = await draw('%', margin + 142 + number.width, 402, {
    size: 52,
    weight: 450,
    fill: look.ink2,
  })
  return (await gradeMark(draw, grade, margin, 306, 112)) + number.svg + percent.svg
}

/** The counts of the judgments, the best first, each in its colour. */
async function judgmentRow(
  draw: DrawText,
  judgments: PlayCard['scores'][number]['judgments'],
): Promise<string> {
  let x = margin
  const drawn: string[] = []
  for (const { name, value } of judgments) {
    const fill = judgmentColours.get(name) ?? look.ink
    const count = await draw(value.toLocaleString('en'), x, 456, { size: 28, weight: 750, fill })
    // "10ms", "Excellent".
    const word = /\((.+)\)/.exec(name)?.[1] ?? name
    const label = await draw(word, x + count.width + 8, 456, { size: 22, weight: 500, fill: look.ink2 })
    drawn.push(count.svg, label.svg)
    x += count.width + label.width + 34
  }
  return drawn.join('')
}

/** The area of the steps, right of the score. */
const plot = { left: 700, right: pictureSize.width - margin, top: 312, bottom: 412 } as const

/** The offsets of the steps over the song, late up, on the scale of the play's page; misses are lines. */
function timingPlot(timing: PlayCard['timing']): string {
  const [first, last] = [timing[0], timing.at(-1)]
  if (!first || !last) return ''
  const { left, right, top, bottom } = plot
  const middle = (top + bottom) / 2
  const span = Math.max(1, last[0] - first[0])
  const most = Math.asinh(181.5 / 14)
  const x = (seconds: number) => (left + 6 + ((seconds - first[0]) / span) * (right - left - 12)).toFixed(1)
  const marks = timing.map(([seconds, ms]) =>
    ms === null
      ? `<rect x="${x(seconds)}" y="${top}" width="2" height="${bottom - top}" fill="${look.miss}" opacity=".6"/>`
      : `<circle cx="${x(seconds)}" cy="${(middle - (Math.asinh(ms / 14) / most) * (middle - top)).toFixed(1)}" r="2.4" fill="${offsetColour(Math.abs(ms))}"/>`,
  )
  return `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="${look.page}"/>
    <rect x="${left}" y="${middle - 1}" width="${right - left}" height="2" fill="${look.line}"/>${marks.join('')}`
}

const offsetColours = [
  [10, 'Fantastic (10ms)'],
  [23, 'Fantastic (23ms)'],
  [44.5, 'Excellent'],
  [103.5, 'Great'],
  [136.5, 'Decent'],
] as const

function offsetColour(ms: number): string {
  const name = offsetColours.find(([upTo]) => ms <= upTo)?.[1] ?? 'Way Off'
  return judgmentColours.get(name) ?? look.ink
}

/** The board toggle of the page with a score in each cell, across the width of the panel. */
async function boardRow(draw: DrawText, { scores, board }: PlayCard): Promise<string> {
  const [top, bottom, left, right] = [478, pictureSize.height - 25, 25, pictureSize.width - 25]
  const width = (right - left) / scores.length
  const cells = scores.map(async ({ leaderboard, data, rank }, i) => {
    const { label, colour, ground } = boardLook(leaderboard)
    const x = left + i * width
    const name = await draw(label, x + 31, top + 44, { size: 26, weight: 700, fill: look.ink })
    const place =
      rank === null
        ? ''
        : (
            await draw(`#${rank.toLocaleString('en')}`, x + 43 + name.width, top + 44, {
              size: 26,
              weight: 600,
              fill: look.ink2,
            })
          ).svg
    const score = await draw(data.score, x + 31, top + 100, { size: 48, weight: 750, fill: look.ink })
    const percent = await draw('%', x + 34 + score.width, top + 100, {
      size: 34,
      weight: 450,
      fill: look.ink2,
    })
    const selected =
      leaderboard === board
        ? `<rect x="${x}" y="${top}" width="${width}" height="${bottom - top}" fill="${ground}"/><rect x="${x}" y="${bottom - 7}" width="${width}" height="7" fill="${colour}"/>`
        : ''
    const edge =
      i > 0 ? `<rect x="${x}" y="${top}" width="2" height="${bottom - top}" fill="${look.line}"/>` : ''
    const mark = await gradeMark(draw, data.grade, x + width - 92, top + 36, 60)
    return selected + edge + name.svg + place + score.svg + percent.svg + mark
  })
  const line = `<rect x="${left}" y="${top - 2}" width="${right - left}" height="2" fill="${look.line}"/>`
  return (await Promise.all(cells)).join('') + line
}

async function playerPicture(draw: DrawText, card: PlayerCard): Promise<string> {
  const left = margin + 180
  const large = {
    size: 76,
    weight: 800,
    width: 112,
    fill: look.ink,
    maxWidth: pictureSize.width - margin - left,
  }
  const name = await draw(card.player.alias, left, 200, large)
  const plays = await draw(countOf(card.plays, 'play'), left, 254, { size: 32, fill: look.ink2 })
  const last = card.last.map(({ title, ...score }) => ({ ...score, text: title }))
  return sheet(draw, [
    await avatar(draw, card.player, margin, 122, 148),
    name.svg,
    plays.svg,
    last.length > 0
      ? await pictureRows(draw, last)
      : (await draw('No recent scores', margin, 440, { size: 40, weight: 600, fill: look.ink2 })).svg,
  ])
}

/** A row of a list on a picture. `text`: the player or the chart. */
interface PictureRow extends ScoreOnBoard {
  readonly text: string
}

const top = 318
const rowHeight = 86

/** Draws rows below the head, separated by lines of full width. */
async function pictureRows(draw: DrawText, rows: readonly PictureRow[]): Promise<string> {
  const right = pictureSize.width - margin
  const drawn = rows.map(async ({ leaderboard, data, text }, i) => {
    const y = top + i * rowHeight
    const { label, colour } = boardLook(leaderboard)
    const board = await draw(label, margin, y + 55, { size: 28, weight: 750, fill: colour })
    const what = { size: 36, weight: 600, fill: look.ink, maxWidth: 620 }
    const name = await draw(text, margin + 120, y + 56, what)
    const percent = await draw('%', right, y + 58, { size: 32, weight: 450, fill: look.ink2, anchor: 'end' })
    const number = { size: 46, weight: 700, fill: look.ink, anchor: 'end' } as const
    const score = await draw(data.score, right - percent.width - 3, y + 58, number)
    const mark = await gradeMark(draw, data.grade, right - 280, y + 15, 56)
    const line = `<rect x="25" y="${y}" width="${pictureSize.width - 50}" height="2" fill="${look.line}"/>`
    return line + board.svg + name.svg + mark + score.svg + percent.svg
  })
  return (await Promise.all(drawn)).join('')
}
