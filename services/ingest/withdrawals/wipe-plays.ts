import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playReinstated } from '@stepledger/contracts/events/play-reinstated.ts'
import { playWithdrawn } from '@stepledger/contracts/events/play-withdrawn.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { type AppendedPlays, type AppendWatch, appendForPlays, type ReadPlays } from './append-for-plays.ts'

/** The id of a new wipe. `now`: ms since 1970; `random`: returns random bytes. */
export function newWipeId(now: number, random: (bytes: number) => Buffer): string {
  return `${now.toString(36)}${random(3).toString('hex')}`
}

interface Wipe {
  readonly wipe: string
  readonly read: ReadPlays
  /** ms since 1970. */
  readonly now: () => number
}

/** Withdraws plays with one event each, until they are reinstated. */
export function wipePlays(
  ledger: Pick<Ledger, 'append'>,
  { wipe, reason, read, now }: Wipe & { readonly reason: string },
  watch?: AppendWatch,
): Promise<AppendedPlays> {
  return appendForPlays(
    ledger,
    read,
    ({ playId, player }) =>
      encodeEvent(playWithdrawn, {
        id: `wipe-${wipe}-${playId}`,
        at: now(),
        key: player,
        data: { playId, by: 'operator', reason, wipe },
      }),
    watch,
  )
}

/** Reinstates plays of a wipe with one event each. */
export function reinstatePlays(
  ledger: Pick<Ledger, 'append'>,
  { wipe, read, now }: Wipe,
  watch?: AppendWatch,
): Promise<AppendedPlays> {
  return appendForPlays(
    ledger,
    read,
    ({ playId, player }) =>
      encodeEvent(playReinstated, {
        id: `reinstatement-${wipe}-${playId}`,
        at: now(),
        key: player,
        data: { playId, wipe },
      }),
    watch,
  )
}
