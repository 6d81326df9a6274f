import { eventScoresRecorded } from '@stepledger/contracts/competition/events.ts'
import { decodeEvent, encodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { competitionFileOf } from '@stepledger/contracts/http/operated-competitions.ts'
import { digestOf, recordScores, scoresOfRecord } from '@stepledger/projections/standings/recorded-scores.ts'
import { awaitScores } from '@stepledger/services/projector/competitions/await-scores.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { competitionDocumentOf } from '../generators/competition-document.ts'
import { waitUntilSettled } from '../standings/append-competition-event.ts'
import { command } from './command.ts'
import {
  ann,
  bob,
  type CompetitionFixture,
  cay,
  competitionFixture,
  day,
  first,
  second,
  slug,
  start,
} from './competition-fixture.ts'

/** The tests run in order: an event that is closed first is closed again later. */
describe('ledger event: closing', () => {
  const logged: string[] = []
  let stage: CompetitionFixture
  const run: CompetitionFixture['run'] = (...of) => stage.run(...of)
  const fileWith: CompetitionFixture['fileWith'] = (...of) => stage.fileWith(...of)
  const document = competitionDocumentOf({
    points: { maxPoints: 100, minPoints: 0, pieces: [{ form: 'hyperbolic', rate: 1, upTo: null }] },
    rounds: [
      { name: 'One', start, end: start + 7 * day, charts: [first] },
      { name: 'Two', start: start + 7 * day, end: start + 14 * day, charts: [second] },
    ],
  })

  beforeAll(async () => {
    stage = await competitionFixture(logged)
    await run(`announce ${await fileWith('announced', competitionFileOf(document))} --yes`)
  })
  afterAll(() => stage.close())

  async function eventsOfRules(): Promise<AnyEvent[]> {
    const all: AnyEvent[] = []
    for await (const batch of stage.given.ledger.read('rules', [0]))
      all.push(...batch.flatMap(({ bytes }) => decodeEvent(bytes) ?? []))
    return all
  }

  it('refuses while late plays may arrive, or before everything is folded and settled', async () => {
    const later = {
      ...document,
      slug: 'later',
      rounds: document.rounds
        .slice(0, 1)
        .map((round) => ({ ...round, start: Date.UTC(2099, 11, 1), end: Date.UTC(2100, 0, 1), charts: [] })),
    }
    await run(`announce ${await fileWith('later', competitionFileOf(later))} --yes`)
    expect(await run('close later --yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('later ends at 2100-01-01T00:00:00.000Z'),
    })

    const { signal } = new AbortController()
    const scores = () => awaitScores(stage.given, { ...document, takenOut: [] }, { signal, timeoutMs: 300 })
    await waitUntilSettled(stage.given)
    await stage.given.stopFolding()
    await stage.given.database.pool.query('insert into g1.standings_queue values ($1, $2, $3)', [
      first,
      ann,
      start,
    ])
    expect(await scores()).toBeNull()
    await stage.given.database.pool.query('delete from g1.standings_queue')
    await stage.play({ playId: 6, player: bob, chart: second, at: start + 9 * day, offset: 0.05 })
    expect(await scores()).toBeNull()
    await stage.given.startFolding()
    await waitUntilSettled(stage.given)
    expect((await stage.announced())?.closed).toBeNull()
  })

  it('records the scores of all charts, then closes; nothing changes the event afterwards', async () => {
    const dry = await run('close blue-shift --dry-run')
    expect(dry.code).toBe(0)
    expect(dry.out).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Scores +5$/),
        expect.stringMatching(/^Charts +2$/),
        expect.stringMatching(/^Digest +[0-9a-f]{64}$/),
      ]),
    )
    const { pool } = stage.given.database
    await pool.query(
      `insert into projector.parked (generation, partition, "offset", key, type, play_id, reason)
       values (1, 0, 99, '', 'PlaySubmitted', 77, 'unreadable')`,
    )
    const declined = await run('close blue-shift', { answer: 'n' })
    expect(declined).toMatchObject({
      code: 1,
      out: expect.arrayContaining([
        expect.stringMatching(/^Parked +1$/),
        expect.stringMatching(/^ +0 +99 +PlaySubmitted +77 .*unreadable/),
      ]),
    })
    await pool.query('delete from projector.parked')
    const changes = { answer: 'y', meanwhile: () => run('window blue-shift --round 1 --grace 3h --yes') }
    expect(await run('close blue-shift', changes)).toMatchObject({
      code: 1,
      err: 'What this changes is different by now. Look at it again.',
    })
    expect((await stage.announced())?.closed).toBeNull()
    // An interrupted closing: its records have no effect.
    const closing = '00000000-0000-4000-8000-00000000000c'
    const stray = recordScores([], { slug, closing, round: 1, chart: first, boards: ['ITG'] })
    const bytes = encodeEvent(eventScoresRecorded, { id: 'stray', at: 1, key: slug, data: stray })
    await stage.given.ledger.append('rules', { key: slug, bytes })

    const done = await run('close blue-shift --yes --json')
    expect(done).toMatchObject({ code: 0 })
    expect(done.json()).toMatchObject({ plan: { scores: 5, charts: 2 }, done: { shown: true } })
    const state = await stage.announced()
    // The closing itself is the entry of the audit log, so that no crash separates them.
    const audit = await command(stage.given.url, ['audit', '--limit', '1', '--json'])
    expect(audit.json()).toMatchObject({
      entries: [
        {
          what: 'Event closed',
          position: `0:${state?.closed?.offset}`,
          details: { event: slug },
          reason: null,
        },
      ],
    })
    const records = (await eventsOfRules()).flatMap((event) =>
      event.type === 'EventScoresRecorded' && event.data.closing === state?.closed?.closing ? [event] : [],
    )
    expect(
      records
        .flatMap(scoresOfRecord)
        .map(({ round, chart, player, hundredths }) => [round, chart, player, hundredths[2]]),
    ).toEqual([
      [1, first, ann, 10_000],
      [1, first, bob, expect.any(Number)],
      [1, first, cay, expect.any(Number)],
      [2, second, bob, expect.any(Number)],
      [2, second, cay, expect.any(Number)],
    ])
    expect(state?.closed).toMatchObject({
      checkpoint: await stage.given.ledger.ends('events'),
      rulesOffset: 1,
      charts: 2,
      scores: 5,
      digest: digestOf(records.map(({ data }) => data)),
    })
    for (const args of [
      `charts blue-shift --round 1 ${first}`,
      'window blue-shift --round 1 --grace 1h',
      `announce ${await fileWith('again', competitionFileOf(document))}`,
    ])
      expect(await run(`${args} --yes`)).toMatchObject({
        code: 1,
        err: expect.stringContaining('was closed at'),
      })
  })

  it('closes again after a withdrawal, once an operator has confirmed who moves', async () => {
    expect(await run('close blue-shift --yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('nothing has changed since'),
    })
    const before = await stage.announced()
    const withdrawn = await command(stage.given.url, ['withdraw', '1', '--yes'])
    expect(withdrawn).toMatchObject({ code: 0, err: '' })
    await waitUntilSettled(stage.given)

    const declined = await run('close blue-shift', { answer: 'n' })
    expect(declined.code).toBe(1)
    expect(declined.out).toContainEqual(expect.stringMatching(/^ {2}HardEX +Ann +\d +– +100 +0$/))
    expect(declined.out.at(-1)).toBe('Nothing was done.')
    expect(await stage.announced()).toEqual(before)

    expect((await run('close blue-shift --yes --json')).json()).toMatchObject({
      plan: { scores: 4, players: 3, leaderboards: [{ before: 3, after: 2 }, {}, {}] },
    })
    expect((await stage.announced())?.closed?.closing).not.toBe(before?.closed?.closing)
    // Who finds it may still change, without any score.
    expect(await run('hide blue-shift --reason spam')).toMatchObject({ code: 0 })
    expect(await command(stage.given.url, ['verify'])).toMatchObject({ code: 0 })
  })

  it('the projector closes an event by itself after a delay, but not while events are parked', async () => {
    const forgotten = { ...document, slug: 'forgotten' }
    await run(`announce ${await fileWith('forgotten', competitionFileOf(forgotten))} --yes`)
    const { pool } = stage.given.database
    const closed = async (of: string) => (await stage.announced(of))?.closed ?? null
    const restart = async (closeCompetitionsAfterMs: number) => {
      await stage.given.stopFolding()
      await stage.given.startFolding({ closeCompetitionsAfterMs })
    }
    await pool.query(`insert into projector.parked values (1, 0, 99, '', 'PlayRecorded', 'unreadable')`)
    await restart(0)
    const warned = () =>
      logged.some((line) => /^forgotten is over, but not closed because of parked events \(1\)/.test(line))
    await vi.waitUntil(warned, { timeout: 30_000, interval: 50 })
    expect(await closed('forgotten')).toBeNull()

    await pool.query('delete from projector.parked')
    await restart(0)
    await vi.waitUntil(async () => (await closed('forgotten')) !== null, { timeout: 30_000, interval: 50 })
    expect(await closed('forgotten')).toMatchObject({ scores: 4, charts: 2 })
    expect(await closed('later')).toBeNull()
    await waitUntilSettled(stage.given)
    expect(await command(stage.given.url, ['verify'])).toMatchObject({ code: 0 })
  })
})
