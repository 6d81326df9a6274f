import type { NoiseOf } from '@stepledger/contracts/analysis/noise.ts'
import type { PlaysOfClass, StreamMessage } from '@stepledger/contracts/stream/messages.ts'
import { partsOfHour } from '@stepledger/contracts/stream/position.ts'
import { isoOf } from '../iso-of.ts'
import { type HourPlay, keyOf, publishable } from './classes.ts'

/** A message of an hour. `next`: the part after it; null for the last message. */
export interface HourMessage {
  readonly data: string
  readonly next: number | null
}

export const anHour = 3_600_000

/** Maximum characters of a message, unless a single part is longer. */
const maxMessageLength = 48 * 1024

/** The hour of a time (ms since 1970), in hours since 1970. */
export const hourOf = (time: number) => Math.floor(time / anHour)

/**
 * Splits an hour of plays into messages. The part of a class is a hash of its key, so a reader that resumes after some
 * parts receives exactly the others, even when plays were withdrawn meanwhile. Null when nothing of the hour is published.
 */
export function messagesOfHour(
  hour: number,
  plays: readonly HourPlay[],
  noiseOf: NoiseOf,
): (part: number) => HourMessage | null {
  const published = publishable(hour, plays, noiseOf)
  if (published.length === 0) return () => null
  const parts = Array.from({ length: partsOfHour }, (): PlaysOfClass[] => [])
  for (const { plays: count, ...playClass } of published)
    parts[partOf(keyOf(playClass))]?.push({ ...playClass, plays: count })
  const lengths = parts.map((classes) => JSON.stringify(classes).length)
  const messages = new Map<number, HourMessage>()

  return (part) => {
    const cached = messages.get(part)
    if (cached) return cached
    let end = part + 1
    for (let length = lengths[part] ?? 0; end < partsOfHour; end++) {
      length += lengths[end] ?? 0
      if (length > maxMessageLength) break
    }
    // The remaining parts may all be empty.
    const complete = parts.slice(end).every((classes) => classes.length === 0)
    const message: StreamMessage<'plays'> = {
      hour: isoOf(hour * anHour),
      plays: parts.slice(part, end).flat(),
      leftOut: 0,
      complete,
    }
    const ready = { data: JSON.stringify(message), next: complete ? null : end }
    messages.set(part, ready)
    return ready
  }
}

/** FNV-1a, folded to 8 bits: the same in every process and release. */
function partOf(key: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(key)) hash = Math.imul(hash ^ byte, 0x01000193)
  return ((hash >>> 24) ^ (hash >>> 16) ^ (hash >>> 8) ^ hash) & (partsOfHour - 1)
}
