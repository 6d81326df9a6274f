import type { Ledger } from '../../platform/ledger/ledger.ts'
import { chunkPlays, type HistoryGenerator } from './history-generator.ts'

interface AppendOptions {
  readonly ledger: Pick<Ledger, 'append'>
  readonly plays: number
  /** Generate chunks in turn (round robin). */
  readonly generators: readonly HistoryGenerator[]
  /** Reserves ids for this many plays, greater than all assigned ones. */
  readonly takeIds: (count: number) => Promise<readonly number[]>
  /** Plays appended so far. */
  readonly onProgress: (plays: number) => void
  readonly signal: AbortSignal
}

/** Maximum chunks generated ahead by each generator, and chunks being appended. A chunk has several MB. */
const maxAhead = 2
const maxAppending = 4

/**
 * Appends history in order while later chunks are generated. After an abort it stops before the next chunk; the result
 * has the numbers of appended plays and events, of charts that were played and of players who played.
 */
export async function appendHistory(options: AppendOptions) {
  const { ledger, plays, generators, takeIds, onProgress, signal } = options
  const chunks = Math.ceil(plays / chunkPlays)
  const generating: Promise<{
    events: Awaited<ReturnType<HistoryGenerator['generate']>>
    ids: readonly number[]
  }>[] = []
  const appending: Promise<void>[] = []
  const done = { plays: 0, events: 0, firstPlay: 0, lastPlay: 0 }
  const charts = new Set<number>()
  const players = new Set<string>()
  let requested = 0

  async function requestNext(): Promise<void> {
    const chunk = requested++
    const generator = generators[chunk % generators.length]
    if (!generator) throw new RangeError('there is no generator')
    const ids = await takeIds(Math.min(chunkPlays, plays - chunk * chunkPlays))
    const result = generator.generate(chunk, ids).then((events) => ({ events, ids }))
    // A rejection is handled where the promise is awaited.
    result.catch(() => {})
    generating.push(result)
  }

  try {
    for (let chunk = 0; chunk < chunks && !signal.aborted; chunk++) {
      while (requested < chunks && requested <= chunk + maxAhead * generators.length) await requestNext()
      const next = await generating.shift()
      if (!next) break
      const { events, ids } = next
      const appended = Promise.all(events.map((event) => ledger.append('events', event))).then(() => {
        done.plays += ids.length
        done.events += events.length
        for (const { key, chart } of events) {
          if (chart === null) continue
          charts.add(chart)
          players.add(key)
        }
        onProgress(done.plays)
      })
      appended.catch(() => {})
      appending.push(appended)
      done.firstPlay ||= ids[0] ?? 0
      done.lastPlay = ids.at(-1) ?? 0
      if (appending.length >= maxAppending) await appending.shift()
    }
  } finally {
    await Promise.allSettled(appending)
  }
  await Promise.all(appending)
  return { ...done, charts: charts.size, players: players.size }
}
