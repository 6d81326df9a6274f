import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { previewRules, reportShown } from '@stepledger/contracts/http/operated-rules.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import type { Grade } from '@stepledger/contracts/rules/grade-names.ts'
import { rules } from '@stepledger/contracts/rules/rules.ts'
import { type RulesComparison, rulesPreview } from '@stepledger/contracts/rules/rules-report.ts'
import { announcedCompetitions } from '@stepledger/services/competition-streams.ts'
import { compareGenerations } from '@stepledger/services/projector/comparison/compare-generations.ts'
import { readGenerations } from '@stepledger/services/projector/generations/generations.ts'
import { readOperatedRules } from '@stepledger/services/projector/operating/serve-preview.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rulesWithTop } from '../generations/other-rules.ts'
import { appendHistory } from '../generators/append-history.ts'
import { historyOfCrowd } from '../generators/history.ts'
import { playerNumber } from '../generators/small-play.ts'
import { command } from './command.ts'
import {
  type CompetitionFixture,
  competitionFixture,
  day,
  first,
  second,
  start,
} from './competition-fixture.ts'
import { countedChanges } from './counted-changes.ts'

/** The second best judgment is worth as much as the best, so that some scores become equal. */
const lenient = rules.parse({
  ...firstRules,
  title: 'Lenient',
  systems: firstRules.systems.map((system) => ({
    ...system,
    windows: system.windows.map((window, i) =>
      i === 1 ? { ...window, weight: system.windows[0]?.weight } : window,
    ),
  })),
})

describe('ledger rules preview', () => {
  let stage: CompetitionFixture
  let file: string
  const run = (...args: string[]) => command(stage.given.url, ['rules', ...args])
  const states = async () =>
    (await readGenerations(stage.given.database.pool)).map(({ id, state }) => `${id} ${state}`)

  const reported = async (rulesFile: string) => {
    const { plan, done } = Object((await run('preview', rulesFile, '--json')).json())
    return rulesPreview.parse(previewRules.answer.parse({ plan, confirms: '', done }).done?.report)
  }

  beforeAll(async () => {
    stage = await competitionFixture()
    file = await stage.fileWith('rules', lenient)
    for (let crowd = 1; crowd <= 12; crowd++)
      for (const partitions of fc.sample(historyOfCrowd(crowd), { numRuns: 1, seed: crowd }))
        await appendHistory(stage.given.ledger, partitions)
    // Twelve players, some of whom differ only by judgments that the lenient rules do not distinguish.
    for (let i = 0; i < 12; i++)
      for (const [nth, chart] of [first, second].entries())
        await stage.play({
          playId: 100_000 + 2 * i + nth,
          player: playerNumber(500 + i),
          chart,
          at: start + day + i,
          offset: 0.004 + ((i * 7) % 12) * 0.006,
        })
    const competition = {
      slug: 'blue-shift',
      name: 'Blue Shift',
      announcement: 'Two rounds.',
      downloadUrl: null,
      rounds: [
        { name: 'One', start: start, end: start + 7 * day, charts: [first] },
        { name: 'Two', start: start + 7 * day, end: start + 14 * day, charts: [second] },
      ].map((round) => ({
        ...round,
        start: new Date(round.start).toISOString(),
        end: new Date(round.end).toISOString(),
      })),
      failedPlaysCount: true,
      grace: 3600,
      points: { maxPoints: 1000, minPoints: 1, pieces: [{ form: 'exponential', rate: 0.06, upTo: null }] },
      ties: 'share',
      shown: 10,
      boards: ['HardEX', 'EX', 'ITG'],
    }
    const announced = await stage.run(
      `announce ${await stage.fileWith('competition', competition)} --yes --unknown`,
    )
    expect(announced).toMatchObject({ code: 0 })
    await stage.given.folded()
  })
  afterAll(() => stage.close())

  /** Compares two generations directly, without the command. */
  async function comparison(before: number, after: number): Promise<RulesComparison> {
    const { database, ledger } = stage.given
    const generations = await readGenerations(database.pool)
    const [live, preview] = [before, after].map((id) => generations.find((one) => one.id === id))
    if (!live || !preview) throw new Error('a generation is missing')
    const competitions = await announcedCompetitions(ledger)
    return database.transaction((tx) => compareGenerations(tx, { live, preview }, competitions), {
      isolation: 'repeatable read',
    })
  }

  it('builds a generation beside the live one, which stays as it is, and says exactly who moves', async () => {
    const page = join(tmpdir(), `stepledger-preview-${process.pid}.html`)
    const { code, err, json } = await run('preview', file, '--json', '--html', page)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const report = { live: 1, preview: 2, parked: 0, title: { before: firstRules.title } }
    expect(json()).toMatchObject({ plan: { title: 'Lenient', drops: null }, done: { generation: 2, report } })
    expect(await states()).toEqual(['1 live', '2 preview'])
    expect(await stage.given.live()).toMatchObject({ id: 1, rules: firstRules })

    const compared = await comparison(1, 2)
    expect(json()).toMatchObject({ done: { report: compared } })
    expect(compared).toMatchObject(await countedChanges(stage.given.database))
    // Grades of the shared table are listed once, under the system that they are taken from.
    const listed = compared.scores.systems.map((one) => one.grades.map(({ grade }) => grade))
    const isAdded = (one: Grade) => one === 'sext' || one === 'quint'
    expect(listed.map((each) => each.some(isAdded))).toEqual([true, true, false])
    expect(listed.map((each) => each.every(isAdded))).toEqual([true, true, false])
    expect(compared.boards.firsts).toBeGreaterThan(0)
    expect(compared.competitions).toMatchObject([
      { slug: 'blue-shift', moves: { players: expect.any(Number) } },
    ])
    expect(compared.competitions[0]?.moves.players).toBeGreaterThan(0)

    // The page of operators shows the report that the command has stored.
    const shown = await readOperatedRules(stage.given.database, { lookUp: async () => new Map() })
    const { list, players } = compared.boards
    const { boards: limit, players: playerLimit } = reportShown
    expect(shown.preview).toMatchObject({ generation: 2, rules: lenient, stopped: null })
    expect(shown.preview?.report).toMatchObject({
      scores: compared.scores,
      boards: { ...compared.boards, list: list.slice(0, limit), players: players.slice(0, playerLimit) },
    })

    const html = await readFile(page, 'utf8')
    await rm(page)
    expect(html).toMatch(/<dt>First places moved<\/dt><dd>[1-9]/)
    expect(html).not.toMatch(/<script|src=|href=|@import|url\(/)
    expect(await run('preview', file, '--html', '/nowhere/page.html')).toMatchObject({
      code: 2,
      err: '--html: /nowhere/page.html cannot be opened: no such file or folder',
    })
    const { out } = await run('preview', file)
    expect(out.join('\n')).toMatch(/^Changed plays +[1-9]/m)
    expect(out).toContainEqual(expect.stringMatching(/^ {2}HardEX( +[\d,]+){3} +0$/))
    expect(out).toContainEqual(expect.stringMatching(/^ {2}Blue Shift +HardEX .* #\d+ → #\d+ /))
  })

  it('keeps the preview up to date, and publishing takes it over: the deed equals the preview', async () => {
    const writing = Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        stage.play({
          playId: 200_000 + i,
          player: playerNumber(600 + i),
          chart: second,
          at: start + 8 * day + i,
          offset: 0.001 * i,
        }),
      ),
    )
    expect(await reported(file)).toMatchObject({ live: 1, preview: 2 })
    await writing
    await stage.given.folded()
    const last = await reported(file)
    const before = await comparison(1, 2)
    expect(last).toMatchObject({ preview: 2, ...before })

    const published = await run('publish', file, '--yes', '--json')
    expect(published.json()).toMatchObject({
      plan: { preview: 2, plays: before.scores.plays, changedPlays: before.scores.changed },
      done: { outcome: 'live', generation: 2 },
    })
    expect(await states()).toEqual(['1 kept', '2 live'])
    expect(await stage.given.live()).toMatchObject({ id: 2, rules: lenient })
    expect(await comparison(1, 2)).toEqual(before)
    expect(await command(stage.given.url, ['verify'])).toMatchObject({ code: 0 })
  })

  it('drops a preview, and one that other rules or a replay supersede', async () => {
    const other = await stage.fileWith('other', rulesWithTop(5))
    expect(await reported(other)).toMatchObject({ live: 2, preview: 3 })
    const third = await stage.fileWith('third', rulesWithTop(6))
    expect((await run('preview', third, '--dry-run', '--json')).json()).toMatchObject({ plan: { drops: 3 } })
    expect(await reported(third)).toMatchObject({ live: 2, preview: 4 })
    const drop = await run('preview', '--drop', '--json', '--as', 'kim', '--reason', 'a test')
    expect(drop.json()).toMatchObject({ plan: { drops: 4 }, done: { generation: 4, report: null } })
    const audit = await command(stage.given.url, ['audit', '--limit', '2', '--json'])
    expect(audit.json()).toMatchObject({
      entries: [
        { what: 'Preview of rules dropped', operator: 'kim', details: { generation: '4' }, reason: 'a test' },
        { what: 'Rules previewed', details: { title: rulesWithTop(6).title } },
      ],
    })
    expect(await run('preview', '--drop')).toMatchObject({ code: 1, err: 'There is no preview' })

    await run('preview', other)
    expect((await command(stage.given.url, ['replay', '--json'])).json()).toMatchObject({
      done: { outcome: 'live' },
    })
    await stage.given.settled()
    expect((await states()).filter((state) => state.endsWith('preview'))).toEqual([])
    expect(await stage.given.live()).toMatchObject({ rules: lenient })
  })

  it('stays after an interrupt, continues, and is published once by two operators at once', async () => {
    const other = await stage.fileWith('other', rulesWithTop(5))
    const interrupt = new AbortController()
    const onProgress = () => interrupt.abort()
    const interrupted = await command(stage.given.url, ['rules', 'preview', other], {
      signal: interrupt.signal,
      onProgress,
    })
    expect(interrupted.code).toBe(130)
    const [kept] = (await states()).filter((state) => state.endsWith('preview'))
    const { preview } = await reported(other)
    expect(kept).toBe(`${preview} preview`)

    // Without a file it is the preview that is published.
    const published = async () =>
      (await command(stage.given.url, ['events', '--topic', 'rules', '--type', 'RulesPublished', '--json']))
        .out
    const before = await published()
    await Promise.all([1, 2].map(() => run('publish', '--yes')))
    expect(await published()).toHaveLength(before.length + 1)
    expect((await stage.given.settled()).id).toBe(preview)
  })
})
