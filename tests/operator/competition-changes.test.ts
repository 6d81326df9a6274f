import { userInfo } from 'node:os'
import { competitionFileOf } from '@stepledger/contracts/http/operated-competitions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { competitionDocumentOf } from '../generators/competition-document.ts'
import { command } from './command.ts'
import {
  type CompetitionFixture,
  cay,
  competitionFixture,
  day,
  first,
  second,
  slug,
  start,
  unknownChart,
} from './competition-fixture.ts'

/** The tests run in order: later ones change the event that an earlier one announces. */
describe('ledger event: announcing and changing', () => {
  let stage: CompetitionFixture
  const run: CompetitionFixture['run'] = (...of) => stage.run(...of)
  const fileWith: CompetitionFixture['fileWith'] = (...of) => stage.fileWith(...of)
  const document = competitionDocumentOf({
    rounds: [
      { name: 'One', start, end: start + 7 * day, charts: [first] },
      { name: 'Two', start: start + 7 * day, end: start + 14 * day, charts: [] },
    ],
  })
  const rulesEnd = async () => (await stage.given.ledger.ends('rules'))[0]

  beforeAll(async () => {
    stage = await competitionFixture()
  })
  afterAll(() => stage.close())

  it('refuses an invalid document, unknown charts and a missing confirmation', async () => {
    const file = competitionFileOf(document)
    const [one, two] = file.rounds
    const local = await fileWith('local', { ...file, rounds: [one, { ...two, end: '2026-01-01T18:00:00' }] })
    expect(await run(`announce ${local} --yes`)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^<document>: rounds\[1\]\.end must be a time with its zone/),
    })
    const unknown = await fileWith('unknown', { ...file, rounds: [one, { ...two, charts: [unknownChart] }] })
    expect(await run(`announce ${unknown} --yes`)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`No play or pack contains ${unknownChart}`),
    })
    const allowed = await run(`announce ${unknown} --unknown --dry-run --json`)
    expect(allowed.json()).toMatchObject({
      plan: {
        warnings: [
          `No pack contains Song (${first}): known from plays only.`,
          `No play or pack contains ${unknownChart}.`,
        ],
      },
      done: null,
    })

    const good = await fileWith('good', file)
    expect(await run(`announce ${good}`)).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
    expect(await run(`announce ${good}`, { answer: 'n' })).toMatchObject({
      code: 1,
      out: expect.arrayContaining(['Nothing was done.']),
    })
    expect(await run('show blue-shift')).toMatchObject({ code: 1, err: 'There is no event blue-shift' })
    expect(await run('window blue-shift --round 1 --grace 36h --dry-run')).toMatchObject({
      code: 1,
      err: 'There is no event blue-shift',
    })
    expect((await run('list')).out).toEqual(['None.'])
    expect(await rulesEnd()).toBe(2)
  })

  it('announces it, and shows the new standings', async () => {
    const done = await run(`announce ${await fileWith('good', competitionFileOf(document))}`, { answer: 'y' })

    expect(done.code).toBe(0)
    expect(done.out.join('\n')).not.toContain('Version')
    expect(done.out).toContainEqual(expect.stringMatching(/^ {2}HardEX +0 +3 +3$/))
    expect(done.out).toContainEqual(expect.stringMatching(/^ {2}ITG +Ann +– +1 +0 +10,000$/))
    expect(done.out.slice(-2)).toEqual([
      expect.stringMatching(/^Offset +2$/),
      expect.stringMatching(/^Shown +yes$/),
    ])
    expect(await stage.announced()).toMatchObject({
      version: 1,
      document,
      owner: null,
      offset: 2,
      closed: null,
    })
    // The event itself is the entry of the audit log, so that no crash separates them.
    expect((await command(stage.given.url, ['audit', '--json'])).json()).toMatchObject({
      entries: [
        {
          what: 'Event announced',
          details: { event: slug, offset: '2' },
          position: '0:2',
          operator: userInfo().username,
        },
      ],
    })
  })

  it('prints it as a document that can be announced, and lists it', async () => {
    const shown = await run('show blue-shift --json')
    const file = await fileWith('shown', shown.json())

    expect(await run(`announce ${file} --yes`)).toMatchObject({
      code: 1,
      err: 'Nothing would change: blue-shift is like this since 0:2',
    })
    expect((await run('show blue-shift')).out).toContainEqual(
      expect.stringMatching(/^Name +Blue Shift \(Beta\)$/),
    )
    expect((await run('list --json')).json()).toEqual([
      {
        slug,
        name: 'Blue Shift (Beta)',
        phase: 'over',
        start: '2025-12-01T18:00:00.000Z',
        end: '2025-12-15T18:00:00.000Z',
        rounds: 2,
        charts: 1,
        closed: null,
        owner: null,
        access: 'everybody',
        hidden: false,
        pinned: false,
        pictureUrl: null,
        offset: 2,
      },
    ])
  })

  it('moves a deadline: previews who moves, then applies it', async () => {
    const end = '--round 1 --end 2025-12-08T20:00:00+01:00'
    expect(await run(`window blue-shift ${end} --yes`)).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^--round: Round 1 of blue-shift cannot have this window:\nrounds must follow each other without overlapping$/,
      ),
    })
    const next = await run('window blue-shift --round 2 --start 2025-12-08T19:00Z --grace 2h --yes --json')
    expect(next.json()).toMatchObject({
      plan: {
        version: 1,
        differences: [
          'rounds.Two.start: "2025-12-08T18:00:00.000Z" → "2025-12-08T19:00:00.000Z"',
          'grace: 3600 → 7200',
        ],
        players: 0,
        moves: [],
      },
      done: { offset: 3, shown: true },
    })

    const before = await rulesEnd()
    const dry = await run(`window blue-shift ${end} --dry-run`)
    expect(dry.code).toBe(0)
    expect(dry.out).toContain('  rounds.One.end: "2025-12-08T18:00:00.000Z" → "2025-12-08T19:00:00.000Z"')
    expect(dry.out).toContainEqual(expect.stringMatching(/^Players +2$/))
    expect(dry.out).toContainEqual(expect.stringMatching(/^ {2}HardEX +Cay +3 +2 +8,521 +9,231$/))
    expect(dry.out).toContainEqual(expect.stringMatching(/^ {2}HardEX +Bob +2 +3 +9,231 +8,521$/))
    expect(dry.out.slice(-2)).toEqual([expect.stringMatching(/^ {2}One +2$/), 'Dry run: nothing was done.'])
    expect(await rulesEnd()).toBe(before)

    expect(await run(`window blue-shift ${end} --yes`)).toMatchObject({ code: 0 })
    expect((await stage.announced())?.document).toMatchObject({
      grace: 7_200,
      rounds: [{ end: start + 7 * day + 3_600_000 }, { start: start + 7 * day + 3_600_000 }],
    })
  })

  it('changes the grace period, which is the same for all rounds', async () => {
    const dry = await run('window blue-shift --grace 3h --dry-run --json')
    expect(dry.json()).toMatchObject({ plan: { differences: ['grace: 7200 → 10800'] } })
  })

  it('refuses a window that ends before it starts, a time without a zone, an unknown round', async () => {
    const window = (args: string) => run(`window blue-shift --yes ${args}`)
    expect(await window('--round 2 --end 2025-12-01T18:00Z')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/rounds\[1\]\.end must be after the start/),
    })
    expect(await window('--round 2 --end 2025-12-20T18:00')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--end: must be a time with its zone/),
    })
    expect(await window('--round 3 --end 2025-12-20T18:00Z')).toMatchObject({
      code: 2,
      err: '--round: blue-shift has rounds 1 to 2',
    })
    expect(await window('--round 1')).toMatchObject({
      code: 2,
      err: '--start: Specify a start, an end or a grace period',
    })
    expect(await window('--end 2025-12-20T18:00Z')).toMatchObject({
      code: 2,
      err: '--round: Specify the round',
    })
    expect(await window('--round 1 --grace 36x')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--grace: must be a number of seconds/),
    })
  })

  it('adds charts later; earlier plays count', async () => {
    const refused = await run(`charts blue-shift --round 2 ${second} ${second} --yes`)
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('a chart is named twice') })

    const done = await run(`charts blue-shift --round 2 ${await fileWith('charts', [second])} --yes --json`)
    expect(done.json()).toMatchObject({
      plan: {
        warnings: [`No pack contains Second (${second}): known from plays only.`],
        players: 2,
        leaderboards: [{ leaderboard: 'HardEX', before: 3, after: 3, moved: 2 }, {}, {}],
      },
    })
    expect(done.json()).toHaveProperty('plan.moves.0', {
      leaderboard: 'HardEX',
      user: { id: cay, alias: 'Cay' },
      rankBefore: 2,
      rankAfter: 1,
      pointsBefore: 9_231,
      pointsAfter: 19_231,
    })
  })

  it('changes the points, and previews several changes at once', async () => {
    const points = { maxPoints: 100, minPoints: 0, pieces: [{ form: 'hyperbolic', rate: 1, upTo: null }] }
    const rising = await fileWith('rising', {
      ...points,
      pieces: [{ form: 'exponential', rate: -1, upTo: null }],
    })
    expect(await run(`points blue-shift ${rising} --yes`)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^<points>: pieces\[0\]\.rate /),
    })
    const file = await fileWith('points', points)
    const before = await rulesEnd()
    const tried = await run(
      `preview blue-shift --points ${file} --round 2 --charts ${unknownChart} --unknown --json`,
    )
    expect(tried.json()).toMatchObject({
      leaderboards: [{ leaderboard: 'HardEX', before: 3, after: 3 }, {}, {}],
      players: 3,
    })
    expect(await run('preview blue-shift')).toMatchObject({ code: 2 })
    expect(await run(`preview blue-shift --charts ${first}`)).toMatchObject({
      code: 2,
      err: '--round: Specify the round',
    })
    expect(await rulesEnd()).toBe(before)

    expect(await run(`points blue-shift ${file}`, { answer: 'y' })).toMatchObject({ code: 0 })
    expect((await stage.announced())?.document.points).toEqual(points)
  })
})
