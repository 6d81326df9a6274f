import { profilePageSize } from '@stepledger/contracts/http/players.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { standingsOf } from '@stepledger/projections/boards/standings-of-play.ts'
import { chartByHash, countsOfChart } from '@stepledger/projections/catalogue/reads.ts'
import {
  waitingCounts,
  waitingPacks,
  waitingSources,
} from '@stepledger/projections/catalogue/sources/waiting-sources.ts'
import { milestonesOf } from '@stepledger/projections/milestones/milestones-of.ts'
import { listNotifications } from '@stepledger/projections/notifications/list-notifications.ts'
import { countsOfErasure, playCountOf, rivalIdsOf, rivalsOf } from '@stepledger/projections/players/reads.ts'
import { playPositionsOf } from '@stepledger/projections/plays/play-positions.ts'
import { extentOfWipe, playsOfWipe } from '@stepledger/projections/plays/plays-of-wipe.ts'
import { lastPlays, lastPlayTimes, playById } from '@stepledger/projections/plays/reads.ts'
import {
  countLostFirsts,
  extentOf,
  lostFirsts,
  matchingPlays,
} from '@stepledger/projections/plays/wiped-plays.ts'
import { type GenerationDb, type ReadDatabase, readable } from '@stepledger/projections/read-database.ts'
import type { AccountsReads } from './accounts/deps.ts'
import type { WaitingReads } from './catalogue/deps.ts'
import type { IngestReads } from './ingest/deps.ts'
import type { Progress } from './progress.ts'
import { defaultCompetitionRank } from './query/competitions/shown-competition.ts'

/** Everything that services read from the live generation; each declares its reads in its `deps.ts`. */
type LiveReads = AccountsReads & IngestReads & Omit<WaitingReads, 'reached'>

/**
 * Reads from the current live generation. Before the first one, results are empty and `rules` is the given value.
 */
export function liveReads(db: ReadDatabase, progress: Pick<Progress, 'current'>, rules: Rules): LiveReads {
  const live = async <T>(read: (generation: GenerationDb) => Promise<T>, none: T): Promise<T> => {
    const current = progress.current()
    return current ? read(readable(current.generation, db)) : none
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
    operatedPlay: (playId) => live((g) => operatedPlay(g, playId), null),
    wipeExtent: (criteria, limit) =>
      live(
        async (g) => ({
          ...(await extentOf(g, criteria)),
          boards: await countLostFirsts(g, criteria),
          firsts: await lostFirsts(g, criteria, limit),
        }),
        { ...noPlays, boards: 0, firsts: [] },
      ),
    matchingPlays: (criteria, { after, limit }) =>
      live((g) => matchingPlays(g, criteria, { before: after, limit }), []),
    extentOfWipe: (wipe) => live((g) => extentOfWipe(g, wipe), noPlays),
    playsOfWipe: (wipe, page) => live((g) => playsOfWipe(g, wipe, page), []),
    rivalIdsOf: (player) => live((g) => rivalIdsOf(g, player), []),
    playPositionsOf: (player) => live((g) => playPositionsOf(g, player), []),
    countsOf: (chart) => live((g) => countsOfChart(g, chart), []),
    waitingCharts: (of, limit) =>
      live(async (g) => (await waitingSources(g, of, limit)).map(({ knownPack: _, ...chart }) => chart), []),
    waitingPacks: (limit) => live((g) => waitingPacks(g, limit), []),
    waitingCounts: (packs) => live((g) => waitingCounts(g, packs), new Map<number, number>()),
    milestonesOf: (player) =>
      live(async (g) => {
        const names = new Map(g.rules.milestones.map(({ id, name }) => [id, name]))
        return (await milestonesOf(g, player)).map(({ id, meter, pack, reached: play }) => ({
          name: names.get(id) ?? id,
          meter,
          pack,
          ...play,
        }))
      }, []),
    countsOfErasure: (player) => live((g) => countsOfErasure(g, player), { plays: 0, rivals: 0, rivalOf: 0 }),
    hasPlays: (player) => live(async (g) => (await playCountOf(g, player)) > 0, false),
    lastPlayTimes: (players) => live((g) => lastPlayTimes(g, players), new Map<string, number>()),
    recentPlaysOf: (player) => live((g) => lastPlays(g, { player }, profilePageSize), []),
    notificationsOf: (player, query) => live((g) => listNotifications(g, player, query), null),
    eventRankOf: (player) => live((g) => defaultCompetitionRank(g, player, Date.now()), null),
  }
}

const noPlays = { plays: 0, players: 0, charts: 0 }

async function operatedPlay(generation: GenerationDb, playId: number) {
  const play = await playById(generation, playId)
  if (!play) return null
  return {
    playId,
    player: play.player,
    chart: { hash: play.chart, title: (await chartByHash(generation, play.chart))?.title ?? '' },
    receivedAt: new Date(play.at).toISOString(),
    withdrawnAt: play.withdrawn_at === null ? null : new Date(play.withdrawn_at).toISOString(),
    wipe: play.wipe,
  }
}
