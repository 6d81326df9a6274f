import PQueue from 'p-queue'
import type { NewEvent } from '../../platform/ledger/ledger.ts'
import type { Output } from '../output.ts'
import type { Store } from '../store.ts'
import type { PlayOfPlayer } from './wiped-plays.ts'

/** Concurrent appends, which the ledger batches; plays read at a time. */
const atOnce = 64
const pageSize = 1000

export interface AppendForPlays {
  /** Returns the next plays after the one with the id `after`, or the first ones; an empty page is the last. */
  readonly read: (page: { after: number | null; limit: number }) => Promise<readonly PlayOfPlayer[]>
  readonly eventOf: (play: PlayOfPlayer) => NewEvent
  /** For the progress bar: what is done, and the expected number of plays. */
  readonly what: string
  readonly expected: number
}

/**
 * Appends one event for each play, a page at a time, so that memory does not grow with the number of plays. Returns the
 * number of plays and the next offset after the last event of each partition.
 */
export async function appendForPlays(
  { ledger }: Pick<Store, 'ledger'>,
  { read, eventOf, what, expected }: AppendForPlays,
  output: Pick<Output, 'progress' | 'signal'>,
): Promise<{ plays: number; ends: number[] }> {
  const queue = new PQueue({ concurrency: atOnce })
  const ends: number[] = []
  let plays = 0
  let after: number | null = null
  for (;;) {
    const page = await read({ after, limit: pageSize })
    const last = page.at(-1)
    if (!last) break
    await queue.addAll(
      page.map((play) => async () => {
        output.signal.throwIfAborted()
        const { partition, offset } = await ledger.append('events', eventOf(play))
        ends[partition] = Math.max(ends[partition] ?? 0, offset + 1)
        output.progress({ what, done: ++plays, of: expected, unit: 'plays' })
      }),
    )
    after = last.playId
  }
  return { plays, ends: Array.from(ends, (end) => end ?? 0) }
}
