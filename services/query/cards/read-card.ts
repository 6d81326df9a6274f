import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { QueryDeps } from '../deps.ts'
import type { PageToRead, ReadPage } from '../read-page.ts'
import { tag } from '../tags.ts'
import { type Card, card } from './card.ts'
import { chartCardOf } from './chart-card.ts'
import { playCardOf } from './play-card.ts'
import { playerCardOf } from './player-card.ts'
import type { Subject } from './subject.ts'

/** Counted up when pictures of the same card come to look different. */
const drawing = 1

/** A card, and what tells it from every other one and from its own past. */
export interface ReadCard {
  readonly card: Card
  /** 12 hex digits. */
  readonly version: string
}

export type CardReader = (request: FastifyRequest, subject: Subject) => Promise<ReadCard>

/** Reads cards as pages are read, and keeps them as pages are kept. Throws 404. */
export function cardReader(readPage: ReadPage, deps: Pick<QueryDeps, 'players'>): CardReader {
  return async (request, subject) => {
    const { bytes } = await readPage(request, cardToRead(subject, deps))
    const version = createHash('sha256').update(`${drawing} `).update(bytes).digest('hex').slice(0, 12)
    return { card: card.parse(JSON.parse(bytes.toString())), version }
  }
}

function cardToRead(subject: Subject, { players }: Pick<QueryDeps, 'players'>): PageToRead {
  switch (subject.kind) {
    case 'play':
      return {
        path: `card play ${subject.id}`,
        about: [tag.play(subject.id)],
        missing: 'Play not found',
        show: (db, generation) => playCardOf(db, generation, players, subject.id),
      }
    case 'chart':
      return {
        path: `card chart ${subject.hash}`,
        about: [tag.chart(subject.hash)],
        missing: 'Chart not found',
        show: (db, generation) => chartCardOf(db, generation, players, subject.hash),
      }
    case 'player':
      return {
        path: `card player ${subject.id}`,
        about: [tag.player(subject.id)],
        missing: 'User not found',
        show: (db, generation) => playerCardOf(db, generation, players, subject.id),
      }
  }
}
