import { maxPlaysOfHour } from '@stepledger/contracts/stream/messages.ts'
import { type PlayOfHour, playsPlayedBetween } from '@stepledger/projections/plays/plays-played-between.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import type { QueryDeps } from '../deps.ts'
import { anHour, type HourMessage, type HourPlay, messagesOfHour } from './hour.ts'

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
