import type { NoiseOf } from '@stepledger/contracts/analysis/noise.ts'
import type { PlaysOfClass, StreamMessage } from '@stepledger/contracts/stream/messages.ts'
import { partsOfHour } from '@stepledger/contracts/stream/position.ts'
import { type HourPlay, keyOf, publishable } from './classes.ts'

/** A message of an hour. `next`: the part that comes after it; null when nothing does. */
export interface HourMessage {
  readonly data: string
  readonly next: number | null
}

export const anHour = 3_600_000

/** A message grows beyond this many characters only when a single part does. */
const longestMessage = 48 * 1024

/** Names an hour, 0 being the first of 1970, by any time in it, ms. */
export const hourOf = (time: number) => Math.floor(time / anHour)

/**
 * An hour of plays as messages. Each class lies in a part that follows from what it looks like, so that a reader who
 * has some parts gets exactly the others, though plays were withdrawn meanwhile. Null where nothing of the hour is
 * published.
 */
export function messagesOfHour(
  hour: number,
  plays: readonly HourPlay[],
  noiseOf: NoiseOf,
): (part: number) => HourMessage | null {
  const published = publishable(hour, plays, noiseOf)
  if (published.length === 0) return () => null
  const parts = Array.from({ length: partsOfHour }, (): PlaysOfClass[] => [])
  for (const { plays: count, ...looks } of published)
    parts[partOf(keyOf(looks))]?.push({ ...looks, plays: count })
  const lengths = parts.map((classes) => JSON.stringify(classes).length)
  const made = new Map<number, HourMessage>()

  return (part) => {
    const known = made.get(part)
    if (known) return known
    let end = part + 1
    for (let length = lengths[part] ?? 0; end < partsOfHour; end++) {
      length += lengths[end] ?? 0
      if (length > longestMessage) break
    }
    // What is left may hold nothing.
    const complete = parts.slice(end).every((classes) => classes.length === 0)
    const message: StreamMessage<'plays'> = {
      hour: new Date(hour * anHour).toISOString(),
      plays: parts.slice(part, end).flat(),
      leftOut: 0,
      complete,
    }
    const ready = { data: JSON.stringify(message), next: complete ? null : end }
    made.set(part, ready)
    return ready
  }
}

/** FNV-1a, folded to 8 bits: the same in every process and release. */
function partOf(key: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(key)) hash = Math.imul(hash ^ byte, 0x01000193)
  return ((hash >>> 24) ^ (hash >>> 16) ^ (hash >>> 8) ^ hash) & (partsOfHour - 1)
}
