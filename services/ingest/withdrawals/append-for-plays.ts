import type { PlayOfPlayer } from '@stepledger/projections/plays/wiped-plays.ts'
import { mapAtOnce } from '../../platform/async/map-at-once.ts'
import type { Ledger, NewEvent } from '../../platform/ledger/ledger.ts'

/** Concurrent appends, which the ledger batches; plays read at a time. */
const atOnce = 64
const pageSize = 1000

/** Returns the next plays after the one with the id `after`, or the first ones; an empty page is the last. */
export type ReadPlays = (page: {
  readonly after: number | null
  readonly limit: number
}) => Promise<readonly PlayOfPlayer[]>

/** `onAppended`: called after each append, with the number of plays so far. */
export interface AppendWatch {
  readonly signal?: AbortSignal
  readonly onAppended?: (plays: number) => void
}

/** What was appended: the number of plays, and the next offset after the last event of each partition. */
export interface AppendedPlays {
  readonly plays: number
  readonly ends: readonly number[]
}

/** Appends one event for each play, a page at a time, so that memory does not grow with the number of plays. */
export async function appendForPlays(
  ledger: Pick<Ledger, 'append'>,
  read: ReadPlays,
  encode: (play: PlayOfPlayer) => NewEvent['bytes'],
  { signal = new AbortController().signal, onAppended = () => {} }: AppendWatch = {},
): Promise<AppendedPlays> {
  const ends: number[] = []
  let plays = 0
  let after: number | null = null
  for (;;) {
    const page = await read({ after, limit: pageSize })
    const last = page.at(-1)
    if (!last) break
    const before = plays
    const onProgress = (done: number) => {
      plays = before + done
      onAppended(plays)
    }
    await mapAtOnce(page, { atOnce, signal, onProgress }, async (play) => {
      const { partition, offset } = await ledger.append('events', { key: play.player, bytes: encode(play) })
      ends[partition] = Math.max(ends[partition] ?? 0, offset + 1)
    })
    after = last.playId
  }
  return { plays, ends: Array.from(ends, (end) => end ?? 0) }
}
