import type { CountedCompetition } from '@stepledger/contracts/competition/competition.ts'
import type { CompetitionEvent } from '@stepledger/contracts/competition/events.ts'
import type { ParticipationStatus } from '@stepledger/contracts/competition/participation-events.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { Positioned } from '@stepledger/projections/batch.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { scoresWithinGrace } from '@stepledger/projections/standings/mark-late-scores.ts'
import { stateAt } from '@stepledger/projections/standings/past-states.ts'
import { participantsOf, rankedTotals } from '@stepledger/projections/standings/ranked-totals.ts'
import { competitionBySlug } from '@stepledger/projections/standings/reads.ts'
import { recordScores } from '@stepledger/projections/standings/recorded-scores.ts'
import { settleStandings } from '@stepledger/projections/standings/settle-standings.ts'
import {
  type PastCompetition,
  standingsAt,
  UnavailableStandingsError,
} from '@stepledger/projections/standings/standings-at.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'
import { databaseForTests } from '@stepledger/services/platform/database/testing/database-for-tests.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { announced, competition } from '../generators/competition.ts'
import { anyCompetition, competitionChange, competitionCharts } from '../generators/competition-changes.ts'
import { cutAt } from '../generators/cut-history.ts'
import { historyOfCrowd } from '../generators/history.ts'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { isLong } from '../length.ts'
import { foldedGeneration } from './folded-generation.ts'

const start = 1_800_000_000_000
const slug = 'blue-shift'
const [chart = ''] = competitionCharts
const all = { from: 0, limit: 100 }

let database: Database
beforeAll(async () => {
  database = await databaseForTests()
})
afterAll(() => database.close())

/** Closings, each with the scores that it records. */
const closings = ['1', '2'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`)
const recorded = new Map(
  closings.map((closing, i) => {
    const scores = [1, 2].map((n) => ({
      player: playerNumber(n),
      hundredths: [1, 2, 3 + i].map((h) => h * n),
    }))
    const data = recordScores(scores, { slug, closing, round: 1, chart, boards: ['HardEX', 'EX', 'ITG'] })
    return [closing, [{ ...head(closing), type: 'EventScoresRecorded' as const, data }]]
  }),
)
const closed = (closing: string): CompetitionEvent => {
  const data = { slug, closing, checkpoint: [], rulesOffset: 0, charts: 1, scores: 2, digest: '0'.repeat(64) }
  return { ...head(closing), type: 'EventClosed', data }
}

function head(id: string) {
  return { id, v: 1, at: start, key: slug }
}

/** The fold of these plays, and the standings of the competition after these events. */
async function settled(
  partitions: readonly (readonly Positioned[])[],
  news: readonly CompetitionEvent[],
): Promise<GenerationDb> {
  const generation = await foldedGeneration(database, partitions)
  const events = news.map((event, offset) => ({ offset, event }))
  await database.transaction((tx) =>
    settleStandings(
      { ...generation, tx },
      { events: { from: 0, next: news.length, events, recorded }, known: null, now: start },
    ),
  )
  return generation
}

/** The competition at a time. Null before its announcement. */
async function competitionAt(generation: GenerationDb, until: number): Promise<PastCompetition | null> {
  const [then, row] = [await stateAt(generation, slug, until), await competitionBySlug(generation, slug)]
  return then && row && { then, now: row.state, until }
}

/** All standings of a generation, as its pages show them at this time. */
async function presentStandings(
  generation: GenerationDb,
  document: CountedCompetition,
  { round, board }: { readonly round: number; readonly board: number },
  now: number,
) {
  const totals = await rankedTotals(generation, { slug, round, board }, { limit: 100 })
  const players = totals.map(({ player }) => player)
  const late = (await scoresWithinGrace(generation, document, players, now)).filter(
    (score) => score.board === board && (round === 0 || score.round === round),
  )
  return {
    total: await participantsOf(generation, { slug, round, board }),
    totals: totals.map((total) => ({ ...total, late: late.some(({ player }) => player === total.player) })),
  }
}

/** Changes of the competition, or closings, at times among those of the plays. */
const changes = fc.array(
  fc.record({
    what: fc.oneof({ weight: 4, arbitrary: competitionChange }, fc.constantFrom(...closings).map(closed)),
    at: fc.nat({ max: 30 }),
  }),
  { maxLength: 6 },
)

describe('the standings of a competition at an earlier time', () => {
  it('are what a fold without the plays received and the changes made since gives, whatever was withdrawn, wiped or erased', async () => {
    await fc.assert(
      fc.asyncProperty(
        historyOfCrowd(0, 25),
        anyCompetition,
        changes,
        fc.nat({ max: 3 }),
        async (partitions, first, changes, nth) => {
          // Plays of the generator are received at three times, 10 ms apart.
          const until = start + nth * 10
          const news = [{ what: announced(first), at: 0 }, ...changes]
            .toSorted((a, b) => a.at - b.at)
            .map(({ what, at }) => ({ ...what, at: start - 1 + at }))
          const whole = await settled(partitions, news)
          const cut = await settled(
            cutAt(partitions, until),
            news.filter(({ at }) => at < until),
          )
          const past = await competitionAt(whole, until)
          expect(past?.then).toEqual((await competitionBySlug(cut, slug))?.state)
          const { document, closed, takenOut } = past?.then ?? { document: first, closed: null, takenOut: [] }
          for (const round of [0, ...document.rounds.map((_, i) => i + 1)])
            for (const board of document.boards.keys()) {
              if (!past) continue
              const read = (page: typeof all) => standingsAt(whole, past, { round, board }, page)
              if (closed && closed.closing !== past.now.closed?.closing) {
                await expect(read(all)).rejects.toThrow(UnavailableStandingsError)
                continue
              }
              const { total, totals } = await presentStandings(
                cut,
                { ...document, takenOut },
                { round, board },
                until,
              )
              expect(await read(all)).toEqual({ total, totals })
              expect(await read({ from: 1, limit: 1 })).toEqual({ total, totals: totals.slice(1, 2) })
            }
          for (const { schema } of [whole, cut]) await database.pool.query(`drop schema ${schema} cascade`)
        },
      ),
      { numRuns: isLong ? 120 : 8 },
    )
  })

  it('are read only where they are exact and within a limit of plays', async () => {
    // Given a competition with three plays that was closed twice, and announced before,
    const play = (n: number) =>
      smallPlay({ playId: n, player: playerNumber(n), chart, offset: 0.01 * n, at: start + n })
    const rounds = [{ name: 'Round 1', start: 0, end: start + 100, charts: [chart] }]
    const news = [announced(competition({ rounds })), ...closings.map(closed)]
    const generation = await settled(
      [[1, 2, 3].map((n, offset) => ({ partition: 0, offset, event: play(n) }))],
      news.map((event, i) => ({ ...event, at: start + i * 10 })),
    )
    const read = async (until: number, maxPlays: number) => {
      const past = await competitionAt(generation, until)
      return past && standingsAt(generation, past, { round: 1, board: 0 }, { ...all, maxPlays })
    }

    // then before the announcement there are none, and before the first closing those of the plays until then,
    expect(await read(start, 9)).toBeNull()
    expect((await read(start + 3, 2))?.totals.map(({ player }) => player)).toEqual([1, 2].map(playerNumber))
    await expect(read(start + 4, 2)).rejects.toThrow('more than 2 plays')
    // nor are those of a closing that another one replaced; the final ones need no play.
    await expect(read(start + 20, 9)).rejects.toThrow('closed again')
    expect((await read(start + 21, 0))?.totals.map(({ points }) => points)).toEqual([10_000, 9_231])
  })

  it('are those of the players who took part then', async () => {
    // Given a competition whose round was over when one of two players left, and another came back
    const rounds = [{ name: 'Round 1', start: 0, end: start + 10, charts: [chart] }]
    const play = (n: number) =>
      smallPlay({ playId: n, player: playerNumber(n), chart, offset: 0.01 * n, at: start + n })
    const became = (n: number, to: ParticipationStatus, at: number): AnyEvent => ({
      ...{ ...head(`participation-${n}-${at}`), at: start + at, key: playerNumber(n) },
      ...{ type: 'EventParticipationChanged', data: { slug, to, by: null } },
    })
    const events = [
      play(1),
      play(2),
      became(1, 'left', 5),
      became(1, 'in', 20),
      became(2, 'left', 30),
      // The clock of another process is behind.
      became(1, 'left', 10),
    ]
    const generation = await settled(
      [events.map((event, offset) => ({ partition: 0, offset, event }))],
      [announced(competition({ rounds }))].map((event) => ({ ...event, at: start - 1 })),
    )
    const playersAt = async (until: number) => {
      const past = await competitionAt(generation, start + until)
      const found = past && (await standingsAt(generation, past, { round: 1, board: 0 }, all))
      return found?.totals.map(({ player }) => [1, 2].find((n) => playerNumber(n) === player))
    }
    // then each time has its own players.
    expect(await playersAt(5)).toEqual([1, 2])
    expect(await playersAt(6)).toEqual([2])
    expect(await playersAt(15)).toEqual([2])
    expect(await playersAt(20)).toEqual([2])
    expect(await playersAt(21)).toEqual([2])
    expect(await playersAt(31)).toEqual([])
  })
})
