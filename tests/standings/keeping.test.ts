import { randomUUID } from 'node:crypto'
import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import type { EventScoresRecorded } from '@stepledger/contracts/competition/events.ts'
import type { ParticipationStatus } from '@stepledger/contracts/competition/participation-events.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { digestOf, recordScores } from '@stepledger/projections/standings/recorded-scores.ts'
import { verify } from '@stepledger/services/operator/verify/verify.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { appendHistory } from '../generators/append-history.ts'
import {
  announced,
  competition,
  pointsChanged,
  stateOf,
  stepped,
  windowChanged,
} from '../generators/competition.ts'
import { historyOfCrowd, statusesIn } from '../generators/history.ts'
import { expectedStandings } from '../read-models/expected-standings.ts'
import { appendCompetitionEvent, waitUntilSettled } from './append-competition-event.ts'

const now = 1_800_000_000_000
const day = 86_400_000
const charts = ['a', 'b'].map((digit) => digit.repeat(16))
const document: CompetitionDocument = competition({
  rounds: [
    { name: 'Round 1', start: now - 25 * day, end: now - 5 * day, charts },
    { name: 'Round 2', start: now - 5 * day, end: now, charts },
  ],
  grace: 30 * 86_400,
})

describe('the standings of a running competition', () => {
  let given: FoldingLedger
  let crowds = 0
  /** What players are in blue-shift. */
  const statuses = new Map<string, ParticipationStatus>()

  beforeAll(async () => {
    given = await foldingLedger()
    for (let i = 0; i < 20; i++) await appendCrowd()
    await given.folded()
  })
  afterAll(() => given.close())

  async function appendCrowd() {
    const crowd = ++crowds
    for (const partitions of fc.sample(historyOfCrowd(crowd, 20), { numRuns: 1, seed: crowd })) {
      for (const [player, status] of statusesIn(partitions)) statuses.set(player, status)
      await appendHistory(given.ledger, partitions)
    }
  }

  async function shown() {
    const { schema } = await given.live()
    const rows = async (table: string, order: string) =>
      (await given.database.pool.query(`select * from ${schema}.${table} order by ${order}`)).rows
    return {
      scores: await rows('event_scores', 'slug, round, chart, player'),
      boards: (await rows('event_boards', 'slug, round, chart, board')).filter(
        ({ players }) => players.length > 0,
      ),
      totals: await rows('event_totals', 'slug, round, board, player'),
    }
  }

  const plain = async (competition: CompetitionDocument) =>
    expectedStandings(
      given.database,
      await given.live(),
      stateOf(competition),
      competition.slug === document.slug ? statuses : new Map(),
    )

  it('include plays before and after the announcement, and verify agrees', async () => {
    await appendCompetitionEvent(given.ledger, announced(document))
    await waitUntilSettled(given)
    const before = await shown()
    expect(before.totals.length).toBeGreaterThan(20)
    expect(before).toEqual(await plain(document))

    await appendCrowd()
    await waitUntilSettled(given)
    const after = await shown()
    expect(after).not.toEqual(before)
    expect(after).toEqual(await plain(document))
    expect(await verify(given)).toMatchObject({ agrees: true, final: [] })
  })

  it.each([
    ['event_scores', "hundredths = '{1,2,3}'"],
    ['event_sums', 'points[1][1] = points[1][1] + 1'],
    ['event_rankings', 'points[1] = points[1] + 1'],
    ['event_boards', 'players = players || 1'],
    ['events', `state = jsonb_set(state, '{document,grace}', '7')`],
    ['event_states', 'at = at + 1'],
  ])('verify finds a manual change of %s', async (table, change) => {
    const { schema } = await given.live()
    const { pool } = given.database
    await pool.query(`create table public.backup as select * from ${schema}.${table}`)
    await pool.query(
      `update ${schema}.${table} set ${change} where ctid = (select ctid from ${schema}.${table} limit 1)`,
    )
    const report = await verify(given)
    await pool.query(
      `truncate ${schema}.${table}; insert into ${schema}.${table} select * from public.backup; drop table public.backup`,
    )

    expect(report.agrees).toBe(false)
    expect(report.differences.map((difference) => difference.table)).toContain(table)
  })

  it('are readable at any moment while a deadline moves under load, and end equal to standings with that deadline from the start', async () => {
    const longer = {
      ...document,
      rounds: document.rounds.map((round, i) => ({ ...round, end: round.end + i * day })),
    }
    let reading = true
    const least = { players: (await shown()).totals.length }
    const readers = (async () => {
      while (reading) least.players = Math.min(least.players, (await shown()).totals.length)
    })()
    const full = least.players
    const plays = appendCrowd()
    await appendCompetitionEvent(
      given.ledger,
      windowChanged(document, 2, { start: now - 5 * day, end: now + day }),
    )
    await plays
    await waitUntilSettled(given)
    reading = false
    await readers

    expect(least.players).toBe(full)
    const extended = await shown()
    expect(extended).toEqual(await plain(longer))

    // And one that was announced with this window, which nobody left.
    const other = { ...longer, slug: 'from-the-start' }
    await appendCompetitionEvent(given.ledger, announced(other))
    await waitUntilSettled(given)
    const { scores, boards, totals } = await shown()
    const expected = await plain(other)
    const ofOther = (rows: { slug: string }[]) => rows.filter(({ slug }) => slug === other.slug)
    expect([scores, boards, totals].map(ofOther)).toEqual([expected.scores, expected.boards, expected.totals])
    expect(totals.length).toBeLessThan(2 * expected.totals.length)
  })

  it('follow another formula, and a replayed generation has the same', async () => {
    await appendCompetitionEvent(given.ledger, pointsChanged('blue-shift', stepped))
    await appendCompetitionEvent(given.ledger, pointsChanged('from-the-start', stepped))
    await waitUntilSettled(given)
    const before = await shown()

    const rulesOffset = await given.publish({ ...firstRules, title: 'The same by another name' })
    const { id } = await given.settled(rulesOffset)
    expect(id).toBeGreaterThan(1)
    expect(await shown()).toEqual(before)
    expect(await verify(given)).toMatchObject({ agrees: true })
  })

  it('are final once closed: later plays change nothing, but an erased player disappears', async () => {
    const before = await shown()
    const closing = randomUUID()
    const records = recordsOf(
      before.scores.filter(({ slug }) => slug === 'blue-shift'),
      closing,
    )
    for (const record of records) await appendCompetitionEvent(given.ledger, record)
    const offset = await appendCompetitionEvent(given.ledger, {
      id: randomUUID(),
      type: 'EventClosed',
      v: 1,
      at: now,
      key: 'blue-shift',
      data: {
        slug: 'blue-shift',
        closing,
        checkpoint: await given.ledger.ends('events'),
        rulesOffset: 1,
        charts: records.length,
        scores: before.scores.length,
        digest: digestOf(records.map(({ data }) => data)),
      },
    })
    await waitUntilSettled(given)
    const of = (rows: { slug: string }[]) => rows.filter(({ slug }) => slug === 'blue-shift')
    expect(of((await shown()).totals)).toEqual(of(before.totals))

    await appendCrowd()
    await appendCompetitionEvent(given.ledger, windowChanged(document, 1, { start: 0, end: now }))
    await waitUntilSettled(given)
    const after = await shown()
    const erased = await erasedPlayers()
    expect(of(after.scores)).toEqual(
      of(before.scores).filter((row) => !('player' in row && erased.has(String(row.player)))),
    )
    expect(await verify(given)).toMatchObject({ agrees: true, final: [{ slug: 'blue-shift', offset }] })
  })

  async function erasedPlayers(): Promise<Set<string>> {
    const { schema } = await given.live()
    const { rows } = await given.database.pool.query(
      `select id from ${schema}.players where erased_at is not null`,
    )
    return new Set(rows.map(({ id }) => String(id)))
  }
})

/** The score records of a competition that is closed. */
function recordsOf(
  scores: readonly { round: number; chart: string; player: string; hundredths: number[] }[],
  closing: string,
): EventScoresRecorded[] {
  const charts = new Set(scores.map(({ round, chart }) => `${round} ${chart}`))
  return [...charts].flatMap((key) => {
    const group = scores.filter(({ round, chart }) => `${round} ${chart}` === key)
    const [first] = group
    if (!first) return []
    return {
      id: randomUUID(),
      type: 'EventScoresRecorded' as const,
      v: 1,
      at: now,
      key: 'blue-shift',
      data: recordScores(group, {
        slug: 'blue-shift',
        closing,
        round: first.round,
        chart: first.chart,
        boards: document.boards,
      }),
    }
  })
}
