import type { Ledger } from '../../platform/ledger/ledger.ts'
import { type Maker, piecePlays } from './maker.ts'

export interface AppendOptions {
  readonly ledger: Pick<Ledger, 'append'>
  readonly plays: number
  /** Take turns with the pieces. */
  readonly makers: readonly Maker[]
  /** Ids for this many plays, greater than all that were given out before. */
  readonly takeIds: (count: number) => Promise<readonly number[]>
  /** Plays appended so far. */
  readonly onProgress: (plays: number) => void
  readonly signal: AbortSignal
}

export interface Appended {
  readonly plays: number
  readonly events: number
  readonly firstPlay: number
  readonly lastPlay: number
}

/** Pieces that each maker is ahead, and pieces on their way into the ledger: some MB each. */
const aheadEach = 2
const onTheirWay = 4

/**
 * Appends history in its order while later pieces are being made. Once aborted it stops before the next piece, and says
 * how far it came.
 */
export async function appendHistory(options: AppendOptions): Promise<Appended> {
  const { ledger, plays, makers, takeIds, onProgress, signal } = options
  const pieces = Math.ceil(plays / piecePlays)
  const making: Promise<{ events: Awaited<ReturnType<Maker['make']>>; ids: readonly number[] }>[] = []
  const appending: Promise<void>[] = []
  const done = { plays: 0, events: 0, firstPlay: 0, lastPlay: 0 }
  let asked = 0

  async function ask(): Promise<void> {
    const piece = asked++
    const maker = makers[piece % makers.length]
    if (!maker) throw new RangeError('somebody must make history')
    const ids = await takeIds(Math.min(piecePlays, plays - piece * piecePlays))
    const made = maker.make(piece, ids).then((events) => ({ events, ids }))
    // Its failure is thrown where it is awaited.
    made.catch(() => {})
    making.push(made)
  }

  try {
    for (let piece = 0; piece < pieces && !signal.aborted; piece++) {
      while (asked < pieces && asked <= piece + aheadEach * makers.length) await ask()
      const made = await making.shift()
      if (!made) break
      const { events, ids } = made
      const appended = Promise.all(events.map((event) => ledger.append('events', event))).then(() => {
        done.plays += ids.length
        done.events += events.length
        onProgress(done.plays)
      })
      appended.catch(() => {})
      appending.push(appended)
      done.firstPlay ||= ids[0] ?? 0
      done.lastPlay = ids.at(-1) ?? 0
      if (appending.length >= onTheirWay) await appending.shift()
    }
  } finally {
    await Promise.allSettled(appending)
  }
  await Promise.all(appending)
  return done
}
