import { noiseOfKey } from '@stepledger/contracts/analysis/noise.ts'
import { mostPlaysOfHour } from '@stepledger/contracts/stream/messages.ts'
import type { PlayOfHour } from '@stepledger/projections/plays/hour-reads.ts'
import { playsPlayedBetween } from '@stepledger/projections/plays/hour-reads.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import type { QueryDeps } from '../deps.ts'
import type { HourPlay } from './classes.ts'
import { anHour, type HourMessage, messagesOfHour } from './hour.ts'

/** For so long an hour is not read again: who withdraws a play or leaves the published data is out of it then. */
const keptMs = 60_000

/** How many hours are read at once, however many readers ask for old ones. */
const atOnce = 2

/** The messages of an hour, by the part that they begin with. */
export type Hours = (hour: number) => Promise<(part: number) => HourMessage | null>

interface HoursDeps extends Pick<QueryDeps, 'progress' | 'published' | 'readModels' | 'readNoiseKey'> {
  /** Until when plays of an hour must have come in to be published, ms after its end. */
  readonly delay: number
}

/** Reads hours from the live generation, each once for all who ask for it. */
export function hoursOfPlays({ readModels, readNoiseKey, progress, published, delay }: HoursDeps): Hours {
  const reads = new PQueue({ concurrency: atOnce })
  const kept = new LRUCache<number, { messages: (part: number) => HourMessage | null }>({
    max: 200,
    ttl: keptMs,
    fetchMethod: (hour) =>
      reads.add(async () => {
        const noiseOf = noiseOfKey(await readNoiseKey())
        return { messages: messagesOfHour(hour, await playsOf(hour), noiseOf) }
      }),
  })

  async function playsOf(hour: number): Promise<HourPlay[]> {
    const now = progress.current()
    if (!now) throw new Error('no generation is live')
    const to = (hour + 1) * anHour
    const generation = readable(now.generation, readModels)
    const plays = await playsPlayedBetween(
      generation,
      { from: to - anHour, to, until: to + delay },
      mostPlaysOfHour,
    )
    const players = await published([...new Set(plays.map(({ player }) => player))])
    return plays.filter(({ player }) => players.has(player)).map(withExScore)
  }

  return async (hour) => {
    const read = await kept.fetch(hour)
    if (!read) throw new Error('an hour could not be read')
    return read.messages
  }
}

function withExScore({ scores, rate, ...play }: PlayOfHour): HourPlay {
  return { ...play, ex: scores.EX === null ? null : Math.floor(scores.EX / 100) }
}
