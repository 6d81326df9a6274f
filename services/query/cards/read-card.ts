import { createHash } from 'node:crypto'
import { type BoardName, boardFrom } from '@stepledger/contracts/board-name.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { QueryDeps } from '../deps.ts'
import type { ReadPage } from '../read-page.ts'
import { tag } from '../tags.ts'
import { type Card, card } from './card.ts'
import { chartCard } from './chart-card.ts'
import { competitionCard } from './competition-card.ts'
import { packCard } from './pack-card.ts'
import { playCard } from './play-card.ts'
import { playerCard } from './player-card.ts'
import { sessionCard } from './session-card.ts'
import type { Subject } from './subject.ts'

/** Version of the drawing code. Increment it when pictures of the same card look different. */
const drawingVersion = 6

/** A card with a version, which changes with its content. */
export interface ReadCard {
  readonly card: Card
  /** 12 hex digits. */
  readonly version: string
  /** The board in the link, if the card has it; otherwise null. */
  readonly board: BoardName | null
}

export type CardReader = (request: FastifyRequest, subject: Subject) => Promise<ReadCard>

type CardDeps = Pick<QueryDeps, 'timeZoneOf' | 'positionOfPlay'>

/** Reads cards through the page cache. Throws 404. */
export function cardReader(readPage: ReadPage, deps: CardDeps): CardReader {
  const cards = cardsOf(deps)
  return async (request, subject) => {
    const { body } = await readSubject(cards, readPage, request, subject)
    const read = card.parse(JSON.parse(body.bytes.toString()))
    const board = requestedBoard(request, read)
    const version = createHash('sha256')
      .update(`${drawingVersion} ${board ?? ''} `)
      .update(body.bytes)
      .digest('hex')
      .slice(0, 12)
    return { card: board && read.kind === 'play' ? { ...read, board } : read, version, board }
  }
}

/** The board in the link (`lb`). Only cards of plays depend on it. */
function requestedBoard({ query }: FastifyRequest, read: Card): BoardName | null {
  const lb = z.object({ lb: z.string().max(20) }).safeParse(query)
  if (!lb.success || read.kind !== 'play') return null
  const board = boardFrom(lb.data.lb)
  return read.scores.some(({ leaderboard }) => leaderboard === board) ? board : null
}

const cardsOf = ({ timeZoneOf, positionOfPlay }: CardDeps) => ({
  play: {
    name: 'play card',
    page: playCard,
    about: tag.play,
    missing: 'Play not found',
    positionOf: positionOfPlay,
  },
  chart: { name: 'chart card', page: chartCard, about: tag.chart, missing: 'Chart not found' },
  player: { name: 'player card', page: playerCard, about: tag.player, missing: 'User not found' },
  pack: { name: 'pack card', page: packCard, about: tag.pack, missing: 'Pack not found' },
  event: { name: 'event card', page: competitionCard, about: tag.event, missing: 'Event not found' },
  session: {
    name: 'session card',
    page: sessionCard(timeZoneOf),
    about: tag.play,
    missing: 'Session not found',
    positionOf: positionOfPlay,
  },
})

function readSubject(
  cards: ReturnType<typeof cardsOf>,
  readPage: ReadPage,
  request: FastifyRequest,
  subject: Subject,
) {
  // The same call, for each of the two types of ids.
  switch (subject.kind) {
    case 'play':
    case 'session':
    case 'pack':
      return readPage(request, cards[subject.kind], subject.id)
    default:
      return readPage(request, cards[subject.kind], subject.id)
  }
}
