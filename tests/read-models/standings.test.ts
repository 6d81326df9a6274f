import { competitionChanges, latestStates } from '@stepledger/contracts/competition/competition.ts'
import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import type { CompetitionEvent } from '@stepledger/contracts/competition/events.ts'
import type { ParticipationStatus } from '@stepledger/contracts/competition/participation-events.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import type { Positioned } from '@stepledger/projections/batch.ts'
import { fold } from '@stepledger/projections/fold/fold.ts'
import { createReadModels, indexReadModels } from '@stepledger/projections/fold/read-models.ts'
import type { TablesTx } from '@stepledger/projections/generation.ts'
import type { KnownStandings } from '@stepledger/projections/standings/known-standings.ts'
import { settleStandings } from '@stepledger/projections/standings/settle-standings.ts'
import {
  areDailyTotalsOutdated,
  writeDailyTotals,
} from '@stepledger/projections/standings/write-daily-totals.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'
import { databaseForTests } from '@stepledger/services/platform/database/testing/database-for-tests.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { announced, competition, playTakenOut, stateOf } from '../generators/competition.ts'
import {
  anyCompetition,
  competitionCharts as charts,
  competitionChange,
} from '../generators/competition-changes.ts'
import { historyOfCrowd, statusesIn } from '../generators/history.ts'
import { interleave } from '../generators/merge-histories.ts'
import { batchesOf, recordedIn } from '../generators/recorded.ts'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { isLong } from '../length.ts'
import { expectedStandings } from './expected-standings.ts'

const now = 1_800_000_000_000
const day = 86_400_000

/**
 * What happens between batches: an event about the competition, such as that a play which counts on boards is taken out,
 * or a restart of the settling process. The last batches have none, so that later events can make up for missed plays.
 */
const between = fc.array(
  fc.record({
    after: fc.nat({ max: 6 }),
    what: fc.oneof(
      { weight: 4, arbitrary: competitionChange },
      { weight: 3, arbitrary: fc.record({ takenOut: fc.nat() }) },
      fc.constant('restart' as const),
    ),
  }),
  { minLength: 5, maxLength: 12 },
)

/** Whether standings are settled after each batch, in turn; not always, so that changes pile up. */
const settles = fc.array(fc.constantFrom(true, true, false), { minLength: 1, maxLength: 7 })

describe('the standings of a competition', () => {
  let database: Database
  let generations = 0
  const batch = batchesOf(firstRules)

  beforeAll(async () => {
    database = await databaseForTests()
  })
  afterAll(() => database.close())

  async function emptyGeneration() {
    const schema = `g${++generations}`
    await database.pool.query(`${createReadModels(schema)};${indexReadModels(schema)}`)
    return { schema, rules: firstRules }
  }

  /** A process that settles, starting with the first event about competitions. */
  function settler(
    generation: { schema: string; rules: typeof firstRules },
    news: readonly CompetitionEvent[],
  ) {
    let known: KnownStandings | null = null
    let from = 0
    return {
      forget() {
        known = null
      },
      async settle() {
        const events = news.map((event, offset) => ({ offset, event })).slice(from)
        const settled = await database.transaction((tx) =>
          settleStandings(
            { ...generation, tx },
            { events: { from, next: news.length, events, recorded: new Map() }, known, now },
          ),
        )
        known = settled.known
        from = news.length
      },
    }
  }

  /** The events folded into each schema. */
  const ledgers = new Map<string, Positioned[]>()
  const foldInto = (
    generation: { schema: string; rules: typeof firstRules },
    events: readonly Positioned[],
  ) => {
    const ledger = [...(ledgers.get(generation.schema) ?? []), ...events]
    ledgers.set(generation.schema, ledger)
    return database.transaction((tx) =>
      fold({ ...generation, tx, recordedAt: recordedIn(ledger) }, batch(events)),
    )
  }

  async function storedIn(schema: string, slug = 'blue-shift') {
    const rows = async (table: string, order: string) =>
      (
        await database.pool.query(`select * from ${schema}.${table} where slug = $1 order by ${order}`, [
          slug,
        ])
      ).rows
    return {
      scores: await rows('event_scores', 'round, chart, player'),
      boards: (await rows('event_boards', 'round, chart, board')).filter(({ players }) => players.length > 0),
      totals: await rows('event_totals', 'round, board, player'),
    }
  }

  /** Takes out one of the plays that are on boards. */
  async function takenOutOf(schema: string, nth: number): Promise<CompetitionEvent[]> {
    const { rows } = await database.pool.query<{ play_id: number }>(
      `select play_id from ${schema}.attempts where counts order by play_id`,
    )
    const play = rows[nth % Math.max(1, rows.length)]
    return play ? [playTakenOut('blue-shift', play.play_id, true)] : []
  }

  it('equal those computed directly from plays and documents, in any order of events', async () => {
    await fc.assert(
      fc.asyncProperty(
        // A minimum size, because fast-check's default histories are too short for events that undo each other.
        historyOfCrowd(0, 25),
        // Two, which are counted together.
        fc.tuple(anyCompetition, anyCompetition),
        between,
        settles,
        fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 6 }),
        async (partitions, [first, beside], happenings, settles, turns, size) => {
          const generation = await emptyGeneration()
          const news: CompetitionEvent[] = [announced(first), announced({ ...beside, slug: 'beside' })]
          const process = settler(generation, news)
          const order = interleave(partitions, turns)
          const noStatuses = new Map<string, ParticipationStatus>()
          const settleAndCompare = async () => {
            await process.settle()
            const recorded = news.map((event, offset) => ({ event, offset }))
            const states = latestStates(competitionChanges(new Map(), recorded))
            const statuses = statusesIn([ledgers.get(generation.schema) ?? []])
            for (const [slug, of] of [[first.slug, statuses] as const, ['beside', noStatuses] as const]) {
              const expected = await expectedStandings(database, generation, states.get(slug), of)
              expect(await storedIn(generation.schema, slug)).toEqual(expected)
            }
          }
          for (let i = 0; i * size < order.length || happenings.some(({ after }) => after >= i); i++) {
            const events = order.slice(i * size, (i + 1) * size)
            if (events.length > 0) await foldInto(generation, events)
            for (const { what } of happenings.filter(({ after }) => after === i)) {
              if (what === 'restart') process.forget()
              else if (!('takenOut' in what)) news.push(what)
              else news.push(...(await takenOutOf(generation.schema, what.takenOut)))
            }
            if (settles[i % settles.length]) await settleAndCompare()
          }
          await settleAndCompare()
          await database.pool.query(`drop schema ${generation.schema} cascade`)
        },
      ),
      { numRuns: isLong ? 200 : 15 },
    )
  })

  it('count plays from the start to the end of a round that were received within the grace period', async () => {
    const generation = await emptyGeneration()
    const [chart = ''] = charts
    const end = now + 10_000
    const rounds = [{ name: 'Round 1', start: now, end, charts: [chart] }]
    const inTime = end + 1_999
    const plays = [
      { playedAt: now - 1, at: inTime },
      { playedAt: now, at: inTime },
      { playedAt: end - 1, at: inTime },
      { playedAt: end, at: inTime },
      { playedAt: end - 1, at: end + 2_000 },
    ].map((times, n) => smallPlay({ ...times, playId: n + 1, player: playerNumber(n), chart, offset: 0 }))
    await foldInto(
      generation,
      plays.map((event, offset) => ({ partition: 0, offset, event })),
    )
    await settler(generation, [announced(competition({ rounds, grace: 2 }))]).settle()

    const { scores } = await storedIn(generation.schema)
    expect(scores.map(({ player }) => player)).toEqual([playerNumber(1), playerNumber(2)])
  })

  it('count the first attempt without CMod where a round says so, also if it was withdrawn or taken out', async () => {
    const generation = await emptyGeneration()
    const [chart = ''] = charts
    const rules = { attempts: 'first', cmod: false } as const
    const rounds = [{ name: 'Round 1', start: now, end: now + day, charts: [chart], ...rules }]
    const play = (playId: number, of: number, offset: number, speed?: 'C' | 'M') =>
      smallPlay({
        playId,
        player: playerNumber(of),
        chart,
        offset,
        at: now + playId,
        ...(speed && { speed }),
      })
    const withdrawn = (playId: number, of: number, by: 'player' | 'operator') => ({
      ...{ id: `withdrawal-${playId}`, v: 1, at: now + 100, key: playerNumber(of) },
      ...{ type: 'PlayWithdrawn' as const, data: { playId, by, reason: null } },
    })
    const events = [
      play(1, 1, 0.05, 'M'),
      play(2, 1, 0, 'M'),
      play(3, 2, 0, 'M'),
      play(4, 2, 0.05, 'M'),
      withdrawn(3, 2, 'player'),
      play(5, 3, 0, 'M'),
      play(6, 3, 0.05, 'M'),
      withdrawn(5, 3, 'operator'),
      play(7, 4, 0, 'C'),
      play(8, 4, 0.05, 'M'),
      play(9, 5, 0),
      play(10, 6, 0, 'M'),
      play(11, 6, 0.05, 'M'),
      play(12, 7, 0.05, 'M'),
      play(13, 7, 0, 'M'),
    ]
    await foldInto(
      generation,
      events.map((event, offset) => ({ partition: 0, offset, event })),
    )
    const news = [announced(competition({ rounds }))]
    const process = settler(generation, news)
    await process.settle()
    for (const playId of [10, 13]) news.push(playTakenOut('blue-shift', playId, true))
    await process.settle()

    // The worse, earlier play of the first player and of the last, and the second one of the third.
    const { scores } = await storedIn(generation.schema)
    expect(scores.map(({ player }) => player)).toEqual([1, 3, 7].map(playerNumber))
    expect(new Set(scores.map(({ hundredths }) => hundredths.join())).size).toBe(1)
  })

  it('have the players who take part, whatever they played before, as they come and leave', async () => {
    // Given three players with a play each in a competition for all
    const generation = await emptyGeneration()
    const [chart = ''] = charts
    const rounds = [{ name: 'Round 1', start: now, end: now + 2 * day, charts: [chart] }]
    const open = competition({ rounds })
    const news = [announced(open)]
    const process = settler(generation, news)
    let offset = 0
    const happens = async (...events: readonly AnyEvent[]) => {
      await foldInto(
        generation,
        events.map((event) => ({ partition: 0, offset: offset++, event })),
      )
      await process.settle()
    }
    const becomes = (of: number, to: ParticipationStatus) => ({
      ...{ id: `participation-${offset}`, v: 1, at: now + offset, key: playerNumber(of) },
      ...{ type: 'EventParticipationChanged' as const, data: { slug: open.slug, to, by: null } },
    })
    const announce = (access: CompetitionDocument['access']) => news.push(announced({ ...open, access }))
    const players = async () =>
      (await storedIn(generation.schema)).totals
        .filter(({ round, board }) => round === 0 && board === 0)
        .map(({ player, points }) => [[1, 2, 3].find((n) => playerNumber(n) === player), points])
    const play = (n: number) =>
      smallPlay({ playId: n, player: playerNumber(n), chart, offset: n * 0.01, at: now + n })
    await happens(play(1), play(2), play(3))
    expect(await players()).toEqual([
      [1, 10_000],
      [2, 9_231],
      [3, 8_521],
    ])
    const daily = () =>
      database.transaction((tx) => writeDailyTotals({ ...generation, tx }, stateOf(open), now + day))
    const areOutdated = () =>
      database.transaction((tx) => areDailyTotalsOutdated({ ...generation, tx }, stateOf(open), now + day))
    await daily()
    expect(await areOutdated()).toBe(false)
    // When one leaves, the days before are without them, too; and when they come back, they have their points again.
    await happens(becomes(1, 'left'))
    expect(await players()).toEqual([
      [2, 10_000],
      [3, 9_231],
    ])
    expect(await areOutdated()).toBe(true)
    await daily()
    const { rows } = await database.pool.query(`select distinct player from ${generation.schema}.event_days`)
    expect(rows).toHaveLength(2)
    process.forget()
    await happens(becomes(1, 'in'))
    expect(await players()).toHaveLength(3)
    // Of one whose organisers accept players, those who only asked are not part,
    await happens(becomes(2, 'asked'))
    announce('accepted')
    await process.settle()
    expect(await players()).toEqual([[1, 10_000]])
    // those who are accepted are, with what they played before,
    await happens(becomes(2, 'in'), becomes(3, 'refused'))
    expect(await players()).toEqual([
      [1, 10_000],
      [2, 9_231],
    ])
    // and once it is for all again, only who left is not.
    await happens(becomes(2, 'left'))
    announce('everybody')
    await process.settle()
    expect(await players()).toEqual([
      [1, 10_000],
      [3, 9_231],
    ])
    // An erased player leaves no row.
    await happens({ id: 'erased', v: 1, at: now, key: playerNumber(2), type: 'PlayerErased', data: {} })
    const left = await database.pool.query(`select distinct player from ${generation.schema}.participants`)
    expect(left.rows.map(({ player }) => player).sort()).toEqual([playerNumber(1), playerNumber(3)])
  })

  it('have daily totals that are recomputed when a play of an earlier day arrives', async () => {
    // Given the totals of the first of two days
    const generation = await emptyGeneration()
    const [chart = ''] = charts
    const document = competition({
      rounds: [{ name: 'Round 1', start: now, end: now + 2 * day, charts: [chart] }],
    })
    const process = settler(generation, [announced(document)])
    const receive = async (playId: number, playedAt: number) => {
      const event = smallPlay({
        playId,
        player: playerNumber(playId),
        chart,
        offset: 0,
        playedAt,
        at: now + 1.5 * day,
      })
      await foldInto(generation, [{ partition: 0, offset: playId, event }])
      await process.settle()
    }
    const state = stateOf(document)
    const within = <T>(work: (into: TablesTx, ...more: [typeof state, number]) => Promise<T>) =>
      database.transaction((tx) => work({ ...generation, tx }, state, now + 1.5 * day))
    await receive(1, now + 1)
    await within(writeDailyTotals)
    // When a play of the second day arrives, nothing is recomputed,
    await receive(2, now + day)
    expect(await within(areDailyTotalsOutdated)).toBe(false)
    // but when one of the first arrives,
    await receive(3, now + day - 1)
    expect(await within(areDailyTotalsOutdated)).toBe(true)
    await within(writeDailyTotals)
    // then its player has points on that day.
    expect(await within(areDailyTotalsOutdated)).toBe(false)
    const { rows } = await database.pool.query(
      `select distinct player from ${generation.schema}.event_days order by player`,
    )
    expect(rows.map(({ player }) => player)).toEqual([playerNumber(1), playerNumber(3)])
    // And a withdrawal changes the days since its play.
    const withdrawn = async (playId: number) => {
      const head = { id: `withdrawal-${playId}`, v: 1, at: now + 1.5 * day, key: playerNumber(playId) }
      const data = { playId, by: 'player', reason: null } as const
      const event = { ...head, type: 'PlayWithdrawn', data } as const
      await foldInto(generation, [{ partition: 0, offset: 10 + playId, event }])
      await process.settle()
      return within(areDailyTotalsOutdated)
    }
    expect(await withdrawn(2)).toBe(false)
    expect(await withdrawn(3)).toBe(true)
  })
})
