import { isRefusal } from '@stepledger/contracts/decider.ts'
import { type WithdrawalCommand, withdrawalStream } from '@stepledger/contracts/withdrawal/withdrawal.ts'
import type { PlayOfPlayer } from '@stepledger/projections/plays/wiped-plays.ts'
import type { DecidedStreams } from '../../decided-streams.ts'
import { type HandleEach, maxStreams } from '../../platform/decisions/handle.ts'

/** Returns the next plays after the one with the id `after`, or the first ones; an empty page is the last. */
export type ReadPlays = (page: {
  readonly after: number | null
  readonly limit: number
}) => Promise<readonly PlayOfPlayer[]>

interface Options {
  /** Ms since 1970. */
  readonly now: () => number
  readonly signal?: AbortSignal
  /** Called after each page, with the number of plays so far. */
  readonly onProgress?: (plays: number) => void
}

/** How many plays a command took effect on, and the next offset after the last event of each partition. */
export interface DecidedPlays {
  readonly plays: number
  readonly ends: readonly number[]
}

/** Withdraws or reinstates plays, a page at a time, so that memory does not grow with their number. */
export async function decidePlays(
  {
    handleEach,
    streams,
  }: { readonly handleEach: HandleEach; readonly streams: Pick<DecidedStreams, 'withdrawal'> },
  read: ReadPlays,
  command: (play: PlayOfPlayer) => WithdrawalCommand,
  { now, signal, onProgress = () => {} }: Options,
): Promise<DecidedPlays> {
  const ends: number[] = []
  let plays = 0
  let after: number | null = null
  for (;;) {
    const page = await read({ after, limit: maxStreams })
    const last = page.at(-1)
    if (!last) break
    const commands = page.map((play) => ({
      stream: withdrawalStream(play.player, play.playId),
      command: command(play),
    }))
    for (const decided of await handleEach(streams.withdrawal, commands, {
      at: now(),
      ...(signal && { signal }),
    })) {
      if (isRefusal(decided)) continue
      plays++
      ends[decided.partition] = Math.max(ends[decided.partition] ?? 0, decided.offset + 1)
    }
    onProgress(plays)
    after = last.playId
  }
  return { plays, ends: Array.from(ends, (end) => end ?? 0) }
}

/** The id of a new wipe. `now`: ms since 1970; `random`: returns random bytes. */
export function newWipeId(now: number, random: (bytes: number) => Buffer): string {
  return `${now.toString(36)}${random(3).toString('hex')}`
}
