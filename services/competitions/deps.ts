import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { Closing, CountedCompetition } from '@stepledger/contracts/competition/competition.ts'
import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import type { ParkedEvent } from '@stepledger/contracts/http/operations.ts'
import type {
  FindByAlias,
  FindByAliases,
  PlayerDirectory,
} from '@stepledger/contracts/players/player-directory.ts'
import type { CompetitionMoves } from '@stepledger/contracts/rules/rules-report.ts'
import type { CompetitionStreams } from '../competition-streams.ts'
import type { DecidedStreams } from '../decided-streams.ts'
import type { Authentication } from '../platform/authentication/authentication.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Handle, HandleEach } from '../platform/decisions/handle.ts'
import type { Log } from '../platform/log/log.ts'
import type { Push } from '../platform/push/push.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Progress } from '../progress.ts'

/** The first players of a board over all rounds. */
interface Leaders {
  readonly board: BoardName
  readonly players: readonly {
    readonly player: string
    readonly rank: number
    readonly points: number
    readonly charts: number
  }[]
}

/** Reads from the live generation and of closings; `services/live-reads.ts` implements them. */
export interface CompetitionReads {
  /** Those of these charts that a play or a pack contains. `described`: a pack does. */
  knownCharts(
    hashes: readonly string[],
  ): Promise<readonly { hash: string; title: string; described: boolean }[]>
  /** The names of the scoring systems in force; null before the first generation. */
  systems(): readonly string[] | null
  findPlay(playId: number): Promise<{ readonly chart: string; readonly player: string } | null>
  /** Whether a player has a score in a competition. */
  hasScores(slug: string, player: string): Promise<boolean>
  /** Whether the ledger has a play of this player. */
  hasPlays(player: string): Promise<boolean>
  /** The standings under a document, which is not announced, by the plays that there are. */
  leaders(
    document: CompetitionDocument,
    limit: number,
  ): Promise<{ readonly participants: number; readonly boards: readonly Leaders[] }>
  /** Who moves in the standings. `before`: null if it is not announced yet. */
  moves(before: CountedCompetition | null, after: CountedCompetition): Promise<CompetitionMoves>
  /** Counts the scores once everything now in the ledger is folded and the standings are settled. Null on a timeout. */
  countScores(
    document: CountedCompetition,
    options: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ): Promise<(Closing & { readonly parked: CountedParked }) | null>
  /** Who moves against the scores that a closing recorded, without players erased since. */
  movesSinceClosing(
    document: CompetitionDocument,
    closing: string,
    counted: Pick<Closing, 'records'>,
  ): Promise<CompetitionMoves>
  /** The number of players in a competition by status. */
  participants(slug: string): Promise<Readonly<Record<'asked' | 'in', number>>>
  /** Whether the standings include this offset of the topic `rules`. */
  areSettled(offset: number): Promise<boolean>
}

/** `first`: the oldest. */
interface CountedParked {
  readonly count: number
  readonly first: readonly ParkedEvent[]
}

export interface CompetitionsDeps {
  readonly database: Database
  readonly handle: Handle
  readonly streams: CompetitionStreams
  readonly participation: DecidedStreams['participation']
  readonly handleEach: HandleEach
  readonly progress: Pick<Progress, 'reached'>
  readonly reads: CompetitionReads
  readonly players: Pick<PlayerDirectory, 'lookUp'>
  readonly findByAlias: FindByAlias
  readonly findByAliases: FindByAliases
  readonly authentication: Pick<Authentication, 'secretsOf'>
  readonly push: Pick<Push, 'publish'>
  readonly storage: Storage
  readonly log: Log
  readonly limits: Config['organisers']
  /** ms since 1970. */
  readonly now: () => number
  readonly random: (bytes: number) => Buffer
}
