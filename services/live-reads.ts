import type { Closing } from '@stepledger/contracts/competition/competition.ts'
import type { OperationsState } from '@stepledger/contracts/http/operations.ts'
import { profilePageSize } from '@stepledger/contracts/http/players.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { standingsOf } from '@stepledger/projections/boards/standings-of-play.ts'
import { chartByHash, countsOfChart, knownAmong } from '@stepledger/projections/catalogue/reads.ts'
import { lastPlays } from '@stepledger/projections/catalogue/recent-plays.ts'
import {
  waitingCounts,
  waitingPacks,
  waitingSources,
} from '@stepledger/projections/catalogue/sources/waiting-sources.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { milestonesOf } from '@stepledger/projections/milestones/milestones.ts'
import { listNotifications } from '@stepledger/projections/notifications/reads.ts'
import { countWithStatus, participationsOf } from '@stepledger/projections/participation/reads.ts'
import {
  countsOfErasure,
  erasedPlayers,
  playCountOf,
  rivalIdsOf,
  rivalsOf,
} from '@stepledger/projections/players/reads.ts'
import { lastPlayTimes, playById, playPositionsOf } from '@stepledger/projections/plays/reads.ts'
import {
  countLostFirsts,
  extentOf,
  extentOfWipe,
  lostFirsts,
  matchingPlays,
  playsOfWipe,
} from '@stepledger/projections/plays/wiped-plays.ts'
import { type GenerationDb, type ReadDatabase, readable } from '@stepledger/projections/read-database.ts'
import type { CompetitionScore } from '@stepledger/projections/standings/competition-standings.ts'
import { settledUpTo } from '@stepledger/projections/standings/progress.ts'
import { scoresOf } from '@stepledger/projections/standings/reads.ts'
import { scoresOfRecord } from '@stepledger/projections/standings/recorded-scores.ts'
import type { AccountsReads } from './accounts/deps.ts'
import type { WaitingReads } from './catalogue/deps.ts'
import { recordedScoresOf } from './competition-streams.ts'
import type { CompetitionReads } from './competitions/deps.ts'
import type { IngestReads } from './ingest/deps.ts'
import { withDeadline } from './platform/async/with-deadline.ts'
import type { Database } from './platform/database/database.ts'
import type { Ledger } from './platform/ledger/ledger.ts'
import type { Progress } from './progress.ts'
import { awaitScores } from './projector/competitions/await-scores.ts'
import {
  leadersUnder,
  standingsOfScores,
  standingsUnderDocuments,
} from './projector/competitions/compute-standings.ts'
import { competitionMoves } from './projector/competitions/moves.ts'
import { readGenerations } from './projector/generations/generations.ts'
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
    participationsOf: (player) => live((g) => participationsOf(g, player), []),
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

interface Deps {
  readonly database: Database
  readonly ledger: Pick<Ledger, 'read' | 'ends'>
  readonly readModels: ReadDatabase
  readonly progress: Pick<Progress, 'current'>
}

/** What the service of competitions reads of the live generation, and the standings that the projector computes. */
export function competitionReads({ database, ledger, readModels, progress }: Deps): CompetitionReads {
  const live = () => progress.current()?.generation ?? null

  /** By chart. */
  async function* recordedScores(closing: string): AsyncGenerator<CompetitionScore[]> {
    const generation = live()
    const erased = new Set(generation ? await erasedPlayers(readable(generation, readModels)) : [])
    for await (const event of recordedScoresOf(ledger, closing))
      yield scoresOfRecord(event).filter(({ player }) => !erased.has(player))
  }

  return {
    async knownCharts(hashes) {
      const generation = live()
      return generation ? knownAmong(readable(generation, readModels), hashes) : []
    },
    systems: () => live()?.rules.systems.map(({ name }) => name) ?? null,
    async hasPlays(player) {
      const generation = live()
      return generation !== null && (await playCountOf(readable(generation, readModels), player)) > 0
    },
    async findPlay(playId) {
      const generation = live()
      return generation ? ((await playById(readable(generation, readModels), playId)) ?? null) : null
    },
    async hasScores(slug, player) {
      const generation = live()
      return (
        generation !== null && (await scoresOf(readable(generation, readModels), slug, player)).length > 0
      )
    },
    async leaders(document, limit) {
      const generation = live()
      return generation
        ? leadersUnder(database, generation, document, limit)
        : { participants: 0, boards: document.boards.map((board) => ({ board, players: [] })) }
    },
    async moves(before, after) {
      const generation = live()
      const documents = before ? [before, after] : [after]
      const made = generation ? await standingsUnderDocuments(database, generation, documents) : []
      const [old = [], now = []] = before ? made : [[], ...made]
      return competitionMoves(old, now)
    },
    countScores: (document, options) => awaitScores({ database, ledger }, document, options),
    async movesSinceClosing(document, closing, counted) {
      const before = await standingsOfScores(document, recordedScores(closing))
      return competitionMoves(before, await standingsOfScores(document, countedScores(counted)))
    },
    async participants(slug) {
      const generation = live()
      if (!generation) return { asked: 0, in: 0 }
      const models = readable(generation, readModels)
      return {
        asked: await countWithStatus(models, { slug, status: 'asked' }),
        in: await countWithStatus(models, { slug, status: 'in' }),
      }
    },
    async areSettled(offset) {
      const generation = live()
      return generation !== null && (await settledUpTo(database.pool, generation.schema)) > offset
    },
  }
}

function* countedScores({ records }: Pick<Closing, 'records'>): Generator<CompetitionScore[]> {
  for (const data of records) yield scoresOfRecord({ data })
}

/** Timeout of each read of the ledger, ms. While it does not answer, everything else is still shown. */
const ledgerMs = 1_500

/** How far the generations are folded, for `/admin`. */
export async function readOperations(
  { pool }: Database,
  ledger: Pick<Ledger, 'ends'>,
): Promise<OperationsState> {
  const [ends, generations] = await Promise.all([
    withDeadline(ledgerMs, ledger.ends('events'), 'the ledger').catch(() => null),
    readGenerations(pool),
  ])
  return {
    events: ends && sum(ends),
    generations: await Promise.all(
      generations.toReversed().map(async ({ id, state, step }) => ({
        id,
        state,
        folded: sum(await readCheckpoints(pool, id)),
        step: step && { name: step.name, seconds: step.ms / 1000 },
      })),
    ),
  }
}
