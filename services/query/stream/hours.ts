import {
  maxPlaysOfHour,
  type PublishedPlay,
  partsOfHour,
  type StreamMessage,
} from '@stepledger/contracts/stream.ts'
import { type PlayOfHour, playsPlayedBetween } from '@stepledger/projections/plays/reads.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import type { QueryDeps } from '../deps.ts'
import { isoOf } from '../iso-of.ts'

/** Cache duration of an hour, ms. Withdrawn plays and players who opted out disappear after it. */
const cacheMs = 60_000

/** Maximum hours read concurrently. */
const concurrency = 2

/** By their first part. */
export type Hours = (hour: number) => Promise<(part: number) => HourMessage | null>

interface HoursDeps extends Pick<QueryDeps, 'progress' | 'published' | 'readModels'> {
  /** Plays received later than this after the end of their hour are not published, ms. */
  readonly delay: number
}

/** Reads hours from the live generation, cached and coalesced. */
export function hoursOfPlays({ readModels, progress, published, delay }: HoursDeps): Hours {
  const reads = new PQueue({ concurrency })
  const cache = new LRUCache<number, { messages: (part: number) => HourMessage | null }>({
    max: 200,
    ttl: cacheMs,
    fetchMethod: (hour) => reads.add(async () => ({ messages: messagesOfHour(hour, await playsOf(hour)) })),
  })

  async function playsOf(hour: number): Promise<HourPlay[]> {
    const now = progress.current()
    if (!now) throw new Error('no generation is live')
    const to = (hour + 1) * anHour
    const generation = readable(now.generation, readModels)
    const plays = await playsPlayedBetween(
      generation,
      { from: to - anHour, to, until: to + delay },
      maxPlaysOfHour,
    )
    const players = await published([...new Set(plays.map(({ player }) => player))])
    return plays.filter(({ player }) => players.has(player)).map(withoutPlayer)
  }

  return async (hour) => {
    const read = await cache.fetch(hour)
    if (!read) throw new Error('an hour could not be read')
    return read.messages
  }
}

const percent = (hundredths: number | null) => hundredths && hundredths / 100

function withoutPlayer({ id, player, scores, ...play }: PlayOfHour): HourPlay {
  const { HardEX, EX, ITG } = scores
  return { id, play: { ...play, hardEx: percent(HardEX), ex: percent(EX), itg: percent(ITG) } }
}

/** A message of an hour. `next`: the part after it; null for the last message. */
interface HourMessage {
  readonly data: string
  readonly next: number | null
}

export const anHour = 3_600_000

/** Maximum characters of a message, unless a single part is longer. */
const maxMessageLength = 48 * 1024

/** The hour of a time (ms since 1970), in hours since 1970. */
export const hourOf = (time: number) => Math.floor(time / anHour)

/** A play of an hour with its id, which is not published. */
export interface HourPlay {
  readonly id: number
  readonly play: PublishedPlay
}

/**
 * Splits an hour of plays into messages. The part of a play is a hash of its id, so a reader that resumes after some parts
 * receives exactly the others, even when plays were withdrawn meanwhile. Null when nothing of the hour is published.
 */
export function messagesOfHour(
  hour: number,
  plays: readonly HourPlay[],
): (part: number) => HourMessage | null {
  if (plays.length === 0) return () => null
  const parts = Array.from({ length: partsOfHour }, (): PublishedPlay[] => [])
  for (const { id, play } of plays) parts[partOf(id)]?.push(play)
  const lengths = parts.map((plays) => JSON.stringify(plays).length)
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
    const complete = parts.slice(end).every((plays) => plays.length === 0)
    const message: StreamMessage<'plays'> = {
      hour: isoOf(hour * anHour),
      plays: parts.slice(part, end).flat(),
      complete,
    }
    const ready = { data: JSON.stringify(message), next: complete ? null : end }
    messages.set(part, ready)
    return ready
  }
}

/** Fibonacci hashing to 8 bits: the same in every process and release, and neighbouring ids are far apart. */
function partOf(id: number): number {
  return Math.imul(id, 0x9e3779b1) >>> 24
}
