import { profilePageSize } from '@stepledger/contracts/http/players.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { WaitingChart } from '@stepledger/contracts/packs/waiting-chart.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { type BoardStanding, standingsOf } from '@stepledger/projections/boards/standings.ts'
import { countsOfChart } from '@stepledger/projections/catalogue/counts-of-chart.ts'
import {
  type WaitingOf,
  waitingCounts,
  waitingSources,
} from '@stepledger/projections/catalogue/sources/waiting-sources.ts'
import { playCountOf, rivalsOf } from '@stepledger/projections/players/reads.ts'
import { playPositionsOf } from '@stepledger/projections/plays/of-player.ts'
import { lastPlays, playById, type RecentPlayOf } from '@stepledger/projections/plays/reads.ts'
import { type GenerationDb, type ReadDatabase, readable } from '@stepledger/projections/read-database.ts'
import type { ChartCounts } from '@stepledger/projections/scoring/chart-counts.ts'
import type { Progress } from './platform/progress/progress.ts'
import { defaultCompetitionRank } from './query/competitions/rank-of-now.ts'

/** Reads from the live generation for the services that write. */
export interface LiveReads {
  rules(): Rules
  standings(play: { chart: string; player: string; playId: number }): Promise<readonly BoardStanding[]>
  ownerOf(playId: number): Promise<{ player: string; withdrawn: boolean } | null>
  rivalsOf(player: string): Promise<readonly { rival: string; since: number }[]>
  rivalIdsOf(player: string): Promise<string[]>
  playPositionsOf(player: string): Promise<readonly (Position & { playId: number })[]>
  hasPlays(player: string): Promise<boolean>
  recentPlaysOf(player: string): Promise<readonly RecentPlayOf[]>
  eventRankOf(player: string): Promise<number | null>
  /** Accepted step counts of a chart; empty while no pack contains it. */
  countsOf(chart: string): Promise<readonly ChartCounts[]>
  /** Charts that wait for acceptance, and their number by pack. */
  chartsThatWait(of: WaitingOf, limit: number): Promise<readonly WaitingChart[]>
  countsThatWait(packs: readonly number[]): Promise<ReadonlyMap<number, number>>
}

/**
 * Reads from the current live generation. Before the first one, results are empty and `rules` is the given value.
 */
export function liveReads(db: ReadDatabase, progress: Progress, rules: Rules): LiveReads {
  const live = async <T>(read: (generation: GenerationDb) => Promise<T>, none: T): Promise<T> => {
    const now = progress.current()
    return now ? read(readable(now.generation, db)) : none
  }
  return {
    rules: () => progress.current()?.generation.rules ?? rules,
    standings: (play) => live((g) => standingsOf(g, play), []),
    ownerOf: (playId) =>
      live(async (g) => {
        const play = await playById(g, playId)
        return play && { player: play.player, withdrawn: play.withdrawn_at !== null }
      }, null),
    rivalsOf: (player) => live((g) => rivalsOf(g, player), []),
    rivalIdsOf: (player) => live(async (g) => (await rivalsOf(g, player)).map((row) => row.rival), []),
    playPositionsOf: (player) => live((g) => playPositionsOf(g, player), []),
    countsOf: (chart) => live((g) => countsOfChart(g, chart), []),
    chartsThatWait: (of, limit) =>
      live(async (g) => (await waitingSources(g, of, limit)).map(({ knownPack: _, ...chart }) => chart), []),
    countsThatWait: (packs) => live((g) => waitingCounts(g, packs), new Map<number, number>()),
    hasPlays: (player) => live(async (g) => (await playCountOf(g, player)) > 0, false),
    recentPlaysOf: (player) => live((g) => lastPlays(g, { player }, profilePageSize), []),
    eventRankOf: (player) => live((g) => defaultCompetitionRank(g, player, Date.now()), null),
  }
}
