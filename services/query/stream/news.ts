import {
  type CompetitionState,
  competitionChanges,
  isCompetitionEvent,
  isListed,
} from '@stepledger/contracts/competition/competition.ts'
import { timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { StreamMessage, StreamMessageName } from '@stepledger/contracts/stream.ts'
import { latestPackNews } from '@stepledger/projections/catalogue/pack-news.ts'
import { type ReadDatabase, readable } from '@stepledger/projections/read-database.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { inSnapshot } from '../../read-models.ts'
import type { QueryDeps } from '../deps.ts'
import { isoOf } from '../iso-of.ts'

/**
 * A message that is sent without delay, and the offset of its event in the topic `rules` or in a partition of `events`.
 */
export interface News {
  readonly at: number
  readonly offset: number
  readonly name: StreamMessageName
  readonly data: string
}

/**
 * Follows the topic `rules`. Each call returns the news since the one before, and the next offset. News contains no
 * player data: competitions of players are called by their slugs.
 */
export function rulesNews(ledger: Pick<Ledger, 'read' | 'ends'>) {
  const competitions = new Map<string, CompetitionState>()
  let published = ''
  let next = 0

  function newsOf(event: AnyEvent, offset: number): News | null {
    const { at } = event
    if (event.type === 'RulesPublished') {
      const { rules } = event.data
      const before = published
      published = JSON.stringify(rules)
      // An append is repeated when its response was lost.
      if (before === published) return null
      return news('rules', { at: isoOf(at), title: rules.title }, { at, offset })
    }
    if (!isCompetitionEvent(event)) return null
    const before = competitions.get(event.key)
    const [changed] = competitionChanges(competitions, [{ event, offset }])
    if (!changed) return null
    const { slug, state: after } = changed
    competitions.set(slug, after)
    if (isUnchanged(before, after) || !isListed(after)) return null
    const { start, end } = timesOf(after.document)
    const change = !before ? 'announced' : after.closed ? 'closed' : 'changed'
    const data = {
      at: isoOf(at),
      slug,
      change,
      name: after.document.name,
      start: isoOf(start),
      end: isoOf(end),
    } as const
    return news('event', data, { at, offset })
  }

  return async (): Promise<{ readonly news: News[]; readonly next: number }> => {
    const newsSince: News[] = []
    const [end = 0] = await ledger.ends('rules')
    if (end === next) return { news: newsSince, next }
    for await (const batch of ledger.read('rules', [next])) {
      for (const { offset, bytes } of batch) {
        next = offset + 1
        const event = decodeEvent(bytes)
        const one = event && newsOf(event, offset)
        if (one) newsSince.push(one)
      }
    }
    return { news: newsSince, next }
  }
}

function isUnchanged(before: CompetitionState | undefined, after: CompetitionState): boolean {
  return (
    before !== undefined &&
    JSON.stringify([before.document, before.takenOut, before.closed?.digest]) ===
      JSON.stringify([after.document, after.takenOut, after.closed?.digest])
  )
}

function news<Name extends StreamMessageName>(
  name: Name,
  data: StreamMessage<Name>,
  where: Pick<News, 'at' | 'offset'>,
): News {
  return { ...where, name, data: JSON.stringify(data) }
}

export interface PackNews {
  /** By partition, each in the order of the ledger. */
  readonly news: ReadonlyMap<number, readonly News[]>
  /** Parked events that may produce news of packs once they are folded. */
  readonly parked: readonly Position[]
}

const maxNews = 10_000
const maxParkedEvents = 1_000

/** The latest news of each pack since a time, as one snapshot. */
export async function packNews(
  { progress, database }: Pick<QueryDeps, 'progress' | 'database'>,
  since: number,
): Promise<PackNews> {
  const byPartition = new Map<number, News[]>()
  const now = progress.current()
  if (!now) return { news: byPartition, parked: [] }
  return inSnapshot(database, async (db) => {
    for (const { partition, offset, at, pack, change, name, songs } of await latestPackNews(
      readable(now.generation, db),
      since,
      maxNews,
    )) {
      const list = byPartition.get(partition) ?? []
      list.push(news('pack', { at: isoOf(at), pack, change, name, songs }, { at, offset }))
      byPartition.set(partition, list)
    }
    return { news: byPartition, parked: await parkedPackEvents(db, now.generation.id) }
  })
}

const positions = z.array(z.object({ partition: z.int(), offset: z.int() }))

/** The latest parked events of packs of a generation. */
export async function parkedPackEvents(db: ReadDatabase, generation: number): Promise<Position[]> {
  const { rows } = await sql`
    select partition, "offset" from projector.parked
    where generation = ${generation} and type in ('PackProcessed', 'PackRenamed', 'PackRemoved')
    order by at desc limit ${maxParkedEvents}`.execute(db)
  return positions.parse(rows)
}
