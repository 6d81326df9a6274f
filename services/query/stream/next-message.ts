import type { StreamMessageName } from '@stepledger/contracts/stream/messages.ts'
import type { StreamPosition } from '@stepledger/contracts/stream/position.ts'
import { anHour, hourOf } from './hour.ts'
import type { Hours } from './hours.ts'
import type { News } from './news.ts'
import type { Tail } from './tail.ts'

/** A message and the position after it. */
export interface PlacedMessage {
  readonly name: StreamMessageName
  readonly data: string
  readonly position: StreamPosition
}

/** What comes after a position, of all that is told the oldest; null when nothing does. */
export type NextMessage = (position: StreamPosition) => Promise<PlacedMessage | null>

/** `delay`: how long after its end an hour is told, ms. */
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
  for (const [partition, list] of tail.packs()) {
    const pack = list.find(({ offset }) => offset >= (position.packs[partition] ?? 0))
    if (pack) offer(pack, { ...position, packs: position.packs.with(partition, pack.offset + 1) })
  }
  return first
}
