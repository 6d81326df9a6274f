import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { StreamMessageName } from '@stepledger/contracts/stream/messages.ts'
import { maxParked, type StreamPosition } from '@stepledger/contracts/stream/position.ts'
import { anHour, hourOf } from './hour.ts'
import type { Hours } from './hours.ts'
import type { News } from './news.ts'
import type { PackNews } from './pack-news.ts'
import type { Tail } from './tail.ts'

/** A message and the position after it. */
export interface PlacedMessage {
  readonly name: StreamMessageName
  readonly data: string
  readonly position: StreamPosition
}

/** Returns the oldest published message after a position; null when there is none. */
export type NextMessage = (position: StreamPosition) => Promise<PlacedMessage | null>

/** `delay`: publication delay after the end of an hour, ms. */
export function nextMessageOf(tail: Tail, hours: Hours, delay: number): NextMessage {
  return async (from) => {
    const oldestHour = hourOf(tail.oldest())
    let position = from.hour < oldestHour ? { ...from, hour: oldestHour, part: 0 } : from
    for (;;) {
      const news = nextNews(tail, position)
      const { hour, part } = position
      const isDue = hour < tail.released()
      if (news && (!isDue || news.at <= (hour + 1) * anHour + delay)) return news.message
      if (!isDue) return null
      const message = (await hours(hour))(part)
      const after = { ...position, ...(message?.next ? { part: message.next } : { hour: hour + 1, part: 0 }) }
      if (message) return { name: 'plays', data: message.data, position: after }
      position = after
    }
  }
}

function nextNews(
  tail: Tail,
  position: StreamPosition,
): { readonly at: number; readonly message: PlacedMessage } | null {
  let first: { at: number; message: PlacedMessage } | null = null
  const offer = (one: News | undefined, after: StreamPosition) => {
    if (one && (!first || one.at < first.at))
      first = { at: one.at, message: { name: one.name, data: one.data, position: after } }
  }
  const rules = tail.rules().find(({ offset }) => offset >= position.rules)
  if (rules) offer(rules, { ...position, rules: rules.offset + 1 })
  const { news, parked } = tail.packs()
  for (const [partition, list] of news) {
    const next = position.packs[partition] ?? 0
    const late = new Set(
      position.parked.filter((one) => one.partition === partition).map(({ offset }) => offset),
    )
    const pack = list.find(({ offset }) => offset >= next || late.has(offset))
    if (pack) offer(pack, afterPack(position, { partition, offset: pack.offset }, { news, parked }))
  }
  return first
}

/**
 * The position after the news `at`. It adds the parked events that were skipped on the way, and drops those that can no
 * longer produce news.
 */
function afterPack(position: StreamPosition, at: Position, { news, parked }: PackNews): StreamPosition {
  const next = position.packs[at.partition] ?? 0
  const isThis = (one: Position) => one.partition === at.partition && one.offset === at.offset
  const isParked = (one: Position) =>
    parked.some(({ partition, offset }) => one.partition === partition && one.offset === offset)
  const hasNews = (one: Position) =>
    news.get(one.partition)?.some(({ offset }) => one.offset === offset) === true
  const before = position.parked.filter((one) => !isThis(one) && (isParked(one) || hasNews(one)))
  const passed = parked.filter(
    ({ partition, offset }) => partition === at.partition && offset >= next && offset < at.offset,
  )
  return {
    ...position,
    packs: position.packs.with(at.partition, Math.max(next, at.offset + 1)),
    parked: [...passed, ...before].slice(0, maxParked),
  }
}
