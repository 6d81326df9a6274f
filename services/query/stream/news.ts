import {
  type CompetitionState,
  competitionChanges,
  isCompetitionEvent,
  isListed,
} from '@stepledger/contracts/competition/competition.ts'
import { timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { StreamMessage, StreamMessageName } from '@stepledger/contracts/stream/messages.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
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
    JSON.stringify([before.document, before.closed?.digest]) ===
      JSON.stringify([after.document, after.closed?.digest])
  )
}

export function news<Name extends StreamMessageName>(
  name: Name,
  data: StreamMessage<Name>,
  where: Pick<News, 'at' | 'offset'>,
): News {
  return { ...where, name, data: JSON.stringify(data) }
}
