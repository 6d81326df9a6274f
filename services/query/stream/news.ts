import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { timesOf } from '@stepledger/contracts/rules/event-document.ts'
import type { StreamMessage, StreamMessageName } from '@stepledger/contracts/stream/messages.ts'
import { packNewsSince } from '@stepledger/projections/catalogue/pack-news.ts'
import { latestPackNews } from '@stepledger/projections/catalogue/pack-news-reads.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import {
  type EventState,
  eventStateAfter,
  isOfCompetition,
  slugOf,
} from '@stepledger/projections/standings/event-state.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import type { QueryDeps } from '../deps.ts'

/** Something to be told at once, and the offset where the ledger says so: of the topic `rules`, or of a partition of `events`. */
export interface News {
  readonly at: number
  readonly offset: number
  readonly name: StreamMessageName
  readonly data: string
}

/** Reads on in the topic `rules` with each call: gives what is new in it to tell, none of which names a player, and where it stands. */
export function rulesNews(ledger: Pick<Ledger, 'read' | 'ends'>) {
  const events = new Map<string, EventState>()
  let published = ''
  let next = 0

  function told(event: AnyEvent, offset: number): News | null {
    const { at } = event
    if (event.type === 'RulesPublished') {
      const { rules } = event.data
      const before = published
      published = JSON.stringify(rules)
      // Appended twice, when an answer was lost.
      if (before === published) return null
      return news('rules', { at: isoOf(at), title: rules.title }, { at, offset })
    }
    if (!isOfCompetition(event)) return null
    const slug = slugOf(event)
    const before = events.get(slug)
    const after = eventStateAfter(before, event, offset)
    if (!after || saysTheSame(before, after)) return null
    events.set(slug, after)
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
    const found: News[] = []
    const [end = 0] = await ledger.ends('rules')
    if (end === next) return { news: found, next }
    for await (const batch of ledger.read('rules', [next])) {
      for (const { offset, bytes } of batch) {
        next = offset + 1
        const event = decodeEvent(bytes)
        const one = event && told(event, offset)
        if (one) found.push(one)
      }
    }
    return { news: found, next }
  }
}

/** Packs of which something is told, at most. */
const mostPackNews = 10_000

/** What became of packs since a time, by partition, each in the order of the ledger; none while the live generation is of older code. */
export async function packNews(
  { progress, readModels }: Pick<QueryDeps, 'progress' | 'readModels'>,
  since: number,
): Promise<ReadonlyMap<number, News[]>> {
  const found = new Map<number, News[]>()
  const now = progress.current()
  if (!now || now.generation.codeVersion < packNewsSince) return found
  for (const { partition, offset, at, pack, change, name, songs } of await latestPackNews(
    readable(now.generation, readModels),
    since,
    mostPackNews,
  )) {
    const list = found.get(partition) ?? []
    list.push(news('pack', { at: isoOf(at), pack, change, name, songs }, { at, offset }))
    found.set(partition, list)
  }
  return found
}

function saysTheSame(before: EventState | undefined, after: EventState): boolean {
  return (
    before !== undefined &&
    JSON.stringify([before.document, before.closed?.digest]) ===
      JSON.stringify([after.document, after.closed?.digest])
  )
}

function news<Name extends StreamMessageName>(
  name: Name,
  data: StreamMessage<Name>,
  where: Pick<News, 'at' | 'offset'>,
): News {
  return { ...where, name, data: JSON.stringify(data) }
}

const isoOf = (time: number) => new Date(time).toISOString()
