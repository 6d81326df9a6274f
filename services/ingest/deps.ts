import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { BoardStanding } from '@stepledger/projections/boards/standings.ts'
import type { ChartCounts } from '@stepledger/projections/scoring/chart-counts.ts'
import type { Database } from '../platform/database/database.ts'
import type { Identity } from '../platform/identity/identity.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { Log } from '../platform/log/log.ts'
import type { Progress } from '../platform/progress/progress.ts'
import type { Push } from '../platform/push/push.ts'

/** Reads from the read models of the live generation; `services/live-reads.ts` implements them. */
export interface IngestReads {
  /** The rules in force. */
  rules(): Rules
  /** The standing after a folded play, per board; empty when the play does not count. */
  standings(play: { chart: string; player: string; playId: number }): Promise<readonly BoardStanding[]>
  /** Owner of the play; null when the play is unknown or not folded yet. */
  ownerOf(playId: number): Promise<{ player: string; withdrawn: boolean; canBeReinstated: boolean } | null>
  /** Possible note counts of a chart; empty while no pack contains it. */
  countsOf(chart: string): Promise<readonly ChartCounts[]>
  /** Rivals of a player. `since`: ms since 1970. */
  rivalsOf(player: string): Promise<readonly { rival: string; since: number }[]>
}

/** Dependencies of the ingest service. */
export interface IngestDeps {
  readonly database: Database
  readonly ledger: Ledger
  readonly identity: Pick<Identity, 'secretsOf'>
  readonly players: PlayerDirectory
  readonly progress: Pick<Progress, 'reached'>
  readonly reads: IngestReads
  readonly push: Pick<Push, 'subscribe'>
  readonly log: Log
  /** ms since 1970. */
  readonly now: () => number
}
