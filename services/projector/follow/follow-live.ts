import { codeVersion } from '@stepledger/projections/code-version.ts'
import type { Engine } from '../../platform/engine.ts'
import type { GenerationWithState } from '../generations/generations.ts'
import { type Follower, type FollowerOptions, startFollower } from './follower.ts'
import { keepStandings, type StandingsKeeper } from './keep-standings.ts'

interface FollowLiveOptions extends Pick<FollowerOptions, 'log' | 'metrics' | 'tracing'> {
  /** See `KeepOptions` of keep-standings. */
  readonly closeAfterMs: number | null
}

/** What this process folds of the live generation. */
interface LiveFollower {
  /** Follows this generation instead of any other one. `leads`: whether this projector is the leader. */
  follow(live: GenerationWithState | undefined, leads: boolean): Promise<void>
  /** The generation whose plays are folded here. */
  generation(): Follower['generation'] | null
  busyMs(): number
  /** Stops after running batches are committed or rolled back. */
  stop(): Promise<void>
}

export function followLive(
  engine: Pick<Engine, 'database' | 'ledger' | 'push'>,
  { log, metrics, tracing, closeAfterMs }: FollowLiveOptions,
): LiveFollower {
  let plays: Follower | null = null
  let standings: StandingsKeeper | null = null
  return {
    async follow(live, leads) {
      // Only the code version that filled a generation writes to it.
      const writable = live?.codeVersion === codeVersion ? live : undefined
      // The ledger in Postgres delivers all partitions to each subscriber, so a second follower would only be fenced.
      const ofPlays = leads || !engine.ledger.isInDatabase ? writable : undefined
      if (plays?.generation.id !== ofPlays?.id) {
        await plays?.stop()
        plays = ofPlays ? startFollower({ ...engine, generation: ofPlays, log, metrics, tracing }) : null
      }
      const ofStandings = leads ? writable : undefined
      if (standings?.generation.id !== ofStandings?.id) {
        await standings?.stop()
        standings = ofStandings ? keepStandings(engine, ofStandings, { log, closeAfterMs }) : null
      }
    },
    generation: () => plays?.generation ?? null,
    busyMs: () => plays?.busyMs() ?? 0,
    async stop() {
      await plays?.stop()
      await standings?.stop()
    },
  }
}
