import { createHash } from 'node:crypto'
import { type BoardName, boardFrom } from '@stepledger/contracts/board-name.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ReadPage } from '../read-page.ts'
import { tag } from '../tags.ts'
import { type Card, card } from './card.ts'
import { chartCard } from './chart-card.ts'
import { eventCard } from './event-card.ts'
import { packCard } from './pack-card.ts'
import { playCard } from './play-card.ts'
import { playerCard } from './player-card.ts'
import type { Subject } from './subject.ts'

/** Counted up when pictures of the same card come to look different. */
const drawing = 5

/** A card, and what tells it from every other one and from its own past. */
export interface ReadCard {
  readonly card: Card
  /** 12 hex digits. */
  readonly version: string
  /** The board that the link asks for, where the card has it; null for none. */
  readonly board: BoardName | null
}

export type CardReader = (request: FastifyRequest, subject: Subject) => Promise<ReadCard>

/** Reads cards as pages are read, and keeps them as pages are kept. Throws 404. */
export function cardReader(readPage: ReadPage): CardReader {
  return async (request, subject) => {
    const { bytes } = await readSubject(readPage, request, subject)
    const read = card.parse(JSON.parse(bytes.toString()))
    const board = boardAskedFor(request, read)
    const version = createHash('sha256')
      .update(`${drawing} ${board ?? ''} `)
      .update(bytes)
      .digest('hex')
      .slice(0, 12)
    return { card: board && read.kind === 'play' ? { ...read, board } : read, version, board }
  }
}

/** A play's card shows the board of the link (`lb`) first; the others are the same for every board. */
function boardAskedFor({ query }: FastifyRequest, read: Card): BoardName | null {
  const lb = z.object({ lb: z.string().max(20) }).safeParse(query)
  if (!lb.success || read.kind !== 'play') return null
  const board = boardFrom(lb.data.lb)
  return read.scores.some(({ leaderboard }) => leaderboard === board) ? board : null
}

function readSubject(readPage: ReadPage, request: FastifyRequest, subject: Subject) {
  switch (subject.kind) {
    case 'play':
      return readPage(request, {
        path: `card play ${subject.id}`,
        about: [tag.play(subject.id)],
        missing: 'Play not found',
        page: playCard,
        question: subject.id,
      })
    case 'chart':
      return readPage(request, {
        path: `card chart ${subject.hash}`,
        about: [tag.chart(subject.hash)],
        missing: 'Chart not found',
        page: chartCard,
        question: subject.hash,
      })
    case 'player':
      return readPage(request, {
        path: `card player ${subject.id}`,
        about: [tag.player(subject.id)],
        missing: 'User not found',
        page: playerCard,
        question: subject.id,
      })
    case 'pack':
      return readPage(request, {
        path: `card pack ${subject.id}`,
        about: [tag.pack(subject.id)],
        missing: 'Pack not found',
        page: packCard,
        question: subject.id,
      })
    case 'event':
      return readPage(request, {
        path: `card event ${subject.slug}`,
        about: [tag.event(subject.slug)],
        missing: 'There is no such event',
        page: eventCard,
        question: subject.slug,
      })
  }
}
