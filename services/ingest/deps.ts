import type { WipeExtent } from '@stepledger/contracts/http/operated-plays.ts'
import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import type { FindByAlias, PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { BoardStanding } from '@stepledger/projections/boards/standings-of-play.ts'
import type { LostFirst, PlayOfPlayer, WipeCriteria } from '@stepledger/projections/plays/wiped-plays.ts'
import type { DecidedStreams } from '../decided-streams.ts'
import type { RecordAction } from '../platform/audit/operator-entry.ts'
import type { Authentication } from '../platform/authentication/authentication.ts'
import type { Database } from '../platform/database/database.ts'
import type { Handle, HandleEach } from '../platform/decisions/handle.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { Log } from '../platform/log/log.ts'
import type { Push } from '../platform/push/push.ts'
import type { PlayTracing } from '../platform/tracing/play-tracing.ts'
import type { Progress } from '../progress.ts'

/** Reads from the read models of the live generation; `services/live-reads.ts` implements them. */
export interface IngestReads {
  /** The rules in force. */
  rules(): Rules
  /** The standing after a folded play, per board; empty when the play does not count. */
  standings(play: { chart: string; player: string; playId: number }): Promise<readonly BoardStanding[]>
  /** Owner of the play; null when the play is unknown or not folded yet. */
  ownerOf(playId: number): Promise<{ player: string; withdrawn: boolean } | null>
  /** Possible note counts of a chart; empty while no pack contains it. */
  countsOf(chart: string): Promise<readonly ChartCounts[]>
  /** Rivals of a player. `since`: ms since 1970. */
  rivalsOf(player: string): Promise<readonly { rival: string; since: number }[]>
  /** A folded play, withdrawn or not; null when it is unknown. */
  operatedPlay(playId: number): Promise<PlayForOperator | null>
  /** What a wipe would withdraw: `boards` lose their first place, `firsts` are the first of them, at most `limit`. */
  wipeExtent(
    criteria: WipeCriteria,
    limit: number,
  ): Promise<WipeExtent & { readonly boards: number; readonly firsts: readonly LostFirst[] }>
  /** The plays that a wipe would withdraw, latest first. */
  matchingPlays(criteria: WipeCriteria, page: PageOfPlays): Promise<readonly PlayOfPlayer[]>
  /** The plays that a wipe withdrew and that are not reinstated: their number, and by id. */
  extentOfWipe(wipe: string): Promise<WipeExtent>
  playsOfWipe(wipe: string, page: PageOfPlays): Promise<readonly PlayOfPlayer[]>
}

/** `wipe`: the one that withdrew it and can be undone. Times in ISO 8601. */
interface PlayForOperator {
  readonly playId: number
  readonly player: string
  readonly chart: { readonly hash: string; readonly title: string }
  readonly receivedAt: string
  readonly withdrawnAt: string | null
  readonly wipe: string | null
}

/** `after`: the id of the last play of the previous page; null for the first page. */
interface PageOfPlays {
  readonly after: number | null
  readonly limit: number
}

/** Dependencies of the ingest service. */
export interface IngestDeps {
  readonly database: Database
  readonly ledger: Ledger
  readonly authentication: Pick<Authentication, 'secretsOf'>
  readonly players: PlayerDirectory
  readonly findByAlias: FindByAlias
  readonly progress: Pick<Progress, 'reached'>
  readonly reads: IngestReads
  readonly push: Pick<Push, 'subscribe'>
  readonly handle: Handle
  readonly handleEach: HandleEach
  readonly streams: Pick<DecidedStreams, 'rivals' | 'withdrawal'>
  readonly recordAction: RecordAction
  /** Null without a collector. */
  readonly tracing: PlayTracing | null
  readonly log: Log
  /** ms since 1970. */
  readonly now: () => number
  readonly random: (bytes: number) => Buffer
}
