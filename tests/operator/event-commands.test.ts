import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeEvent, encodeAnyEvent, encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { eventScoresRecorded } from '@stepledger/contracts/events/event-scores-recorded.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { digestOf, recordScores, scoresOfRecord } from '@stepledger/projections/standings/recorded-scores.ts'
import { scoresToClose } from '@stepledger/services/operator/competitions/close-event.ts'
import { fileOf } from '@stepledger/services/operator/competitions/event-file.ts'
import { announcedEvents } from '@stepledger/services/platform/ledger/announced-events.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { eventOf } from '../generators/event-document.ts'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { standingsSettled } from '../standings/say.ts'
import { command } from './command.ts'

const [ann, bob, cay] = [playerNumber(1), playerNumber(2), playerNumber(3)]
const [first, second, unheard] = ['a', 'b', 'c'].map((digit) => digit.repeat(16))
const day = 86_400_000
const start = Date.UTC(2025, 11, 1, 18)
const slug = 'blue-shift'

/** The life of an event, told in its order: of three players on two charts. */
describe('the ledger command runs an event', () => {
  const logged: string[] = []
  let given: FoldingLedger
  let folder: string
  const document = eventOf({
    rounds: [
      { name: 'One', start, end: start + 7 * day, charts: [first ?? ''] },
      { name: 'Two', start: start + 7 * day, end: start + 14 * day, charts: [] },
    ],
  })
  const run = (args: string, options?: { answer?: string }) =>
    command(given.url, ['event', ...args.split(' ')], options)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stepledger-event-'))
    given = await foldingLedger(logged)
    await Promise.all(
      Object.entries({ Ann: ann, Bob: bob, Cay: cay }).map(([alias, id]) =>
        given.database.pool.query(
          `insert into accounts.players (id, alias, alias_key, email, email_key, password_hash, sealing_key, preferred_leaderboards, created_at, updated_at)
           values ($1, $2, lower($2), $2, lower($2), '', $3, '{}', now(), now())`,
          [id, alias, Buffer.alloc(32)],
        ),
      ),
    )
    const at = start + day
    await play({ playId: 1, player: ann, chart: first ?? '', at, offset: 0 })
    await play({ playId: 2, player: bob, chart: first ?? '', at, offset: 0.03 })
    // Her best comes half an hour after the round, and in time for nothing but a later end.
    await play({ playId: 3, player: cay, chart: first ?? '', at, offset: 0.05 })
    await play({ playId: 4, player: cay, chart: first ?? '', at: start + 7 * day + 1_800_000, offset: 0.02 })
    await play({
      playId: 5,
      player: cay,
      chart: second ?? '',
      at: start + 8 * day,
      offset: 0.02,
      title: 'Second',
    })
    await given.folded()
  })
  afterAll(async () => {
    await given.close()
    await rm(folder, { recursive: true })
  })

  async function play(of: Parameters<typeof smallPlay>[0]) {
    const event = smallPlay(of)
    await given.ledger.append('events', { key: event.key, bytes: encodeAnyEvent(event) })
  }
  async function fileWith(name: string, content: unknown) {
    const file = join(folder, `${name}.json`)
    await writeFile(file, JSON.stringify(content))
    return file
  }
  const announced = async () => (await announcedEvents(given.ledger)).get(slug)
  const rulesEnd = async () => (await given.ledger.ends('rules'))[0]
  async function said(): Promise<AnyEvent[]> {
    const all: AnyEvent[] = []
    for await (const batch of given.ledger.read('rules', [0]))
      all.push(...batch.flatMap(({ bytes }) => decodeEvent(bytes) ?? []))
    return all
  }

  it('announces nothing that makes no sense, that names a chart nobody knows, or that was not agreed to', async () => {
    const file = fileOf(document)
    const [one, two] = file.rounds
    const local = await fileWith('local', { ...file, rounds: [one, { ...two, end: '2026-01-01T18:00:00' }] })
    expect(await run(`announce ${local} --yes`)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/must be a time with its zone.*\n {2}→ at rounds\[1\]\.end/),
    })
    const unknown = await fileWith('unknown', { ...file, rounds: [one, { ...two, charts: [unheard] }] })
    expect(await run(`announce ${unknown} --yes`)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`No play and no pack has named ${unheard}`),
    })
    const allowed = await run(`announce ${unknown} --unknown --dry-run --json`)
    expect(allowed.json()).toMatchObject({
      outcome: 'dry run',
      warnings: [
        `No play and no pack has named ${unheard}.`,
        `No pack has brought Song (${first}): known by plays alone.`,
      ],
    })

    const good = await fileWith('good', file)
    expect(await run(`announce ${good}`)).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
    expect(await run(`announce ${good}`, { answer: 'n' })).toMatchObject({
      code: 1,
      out: ['Nothing was done.'],
    })
    expect(await run('show blue-shift')).toMatchObject({ code: 3, err: expect.stringContaining('no event') })
    expect((await run('list')).out).toEqual(['No event was announced.'])
    expect(await rulesEnd()).toBe(2)
  })

  it('announces it, and says who will be in it', async () => {
    const done = await run(`announce ${await fileWith('good', fileOf(document))}`, { answer: 'y' })

    expect(done).toMatchObject({
      code: 0,
      out: ['blue-shift is announced (0:2). The standings show it.'],
    })
    expect(done.err).toContain('blue-shift is new: 2 rounds, 1 chart.')
    expect(done.err).toContain('  HardEX: 3 move, 0 → 3 take part')
    expect(done.err).toMatch(/ {2}ITG +Ann +not in it → #1 +0 → 10,000 points/)
    expect(await announced()).toEqual({ document, offset: 2, closed: null })
    const { rows } = await given.database.pool.query(
      'select by, what, details from accounts.audit where player_id is null',
    )
    expect(rows).toEqual([{ by: 'operator', what: 'Event announced', details: { event: slug, offset: '2' } }])
  })

  it('shows it as the file that announces it, and lists it', async () => {
    const { out } = await run('show blue-shift')
    const file = join(folder, 'shown.json')
    await writeFile(file, out.join('\n'))

    expect(await run(`announce ${file} --yes`)).toMatchObject({ code: 0, out: ['That is so already (0:2).'] })
    expect((await run('show blue-shift --json')).json()).toMatchObject({
      offset: 2,
      phase: 'over',
      closed: null,
    })
    expect((await run('list')).out).toEqual([
      'blue-shift  over  2025-12-01T18:00:00.000Z to 2025-12-15T18:00:00.000Z  Blue Shift (Beta)',
    ])
  })

  it('moves a deadline: first says for whom, then does it', async () => {
    const end = '--round 1 --end 2025-12-08T20:00:00+01:00'
    expect(await run(`window blue-shift ${end} --yes`)).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /Round 1 of blue-shift can't have this window:\n.*overlapping\n {2}→ at rounds/,
      ),
    })
    const next = await run('window blue-shift --round 2 --start 2025-12-08T19:00Z --grace 2h --yes --json')
    expect(next.json()).toMatchObject({
      outcome: 'changed',
      differences: [
        'rounds.1.start: "2025-12-08T18:00:00.000Z" → "2025-12-08T19:00:00.000Z"',
        'grace: 3600 → 7200',
      ],
      moves: { players: 0, moves: [] },
    })

    const before = await rulesEnd()
    const dry = await run(`window blue-shift ${end} --dry-run`)
    expect(dry.code).toBe(0)
    const [change, players, ...lines] = dry.out
    expect(change).toBe('  rounds.0.end: "2025-12-08T18:00:00.000Z" → "2025-12-08T19:00:00.000Z"')
    expect(players).toBe('2 players move:')
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}HardEX +Cay +#3 → #2 +8,521 → 9,231 points$/))
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}HardEX +Bob +#2 → #3 +9,231 → 8,521 points$/))
    expect(lines.slice(-2)).toEqual(['Within the rounds:', '  One: 2 players'])
    expect(await rulesEnd()).toBe(before)

    expect(await run(`window blue-shift ${end} --yes`)).toMatchObject({ code: 0 })
    expect((await announced())?.document).toMatchObject({
      grace: 7_200,
      rounds: [{ end: start + 7 * day + 3_600_000 }, { start: start + 7 * day + 3_600_000 }],
    })
  })

  it('refuses a window that ends before it starts, a time without a zone, a round that is not there', async () => {
    const window = (args: string) => run(`window blue-shift --yes ${args}`)
    expect(await window('--round 2 --end 2025-12-01T18:00Z')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/must be after the start\n {2}→ at rounds\[1\]\.end/),
    })
    expect(await window('--round 2 --end 2025-12-20T18:00')).toMatchObject({
      code: 2,
      err: expect.stringContaining('with its zone'),
    })
    expect(await window('--round 3 --end 2025-12-20T18:00Z')).toMatchObject({
      code: 2,
      err: '--round: blue-shift has rounds 1 to 2',
    })
    expect(await window('--round 1')).toMatchObject({ code: 2, err: 'Say --start, --end or --grace' })
  })

  it('chooses charts later, which plays made before count on', async () => {
    const refused = await run(`charts blue-shift --round 2 ${second} ${second} --yes`)
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('a chart is named twice') })

    const done = await run(`charts blue-shift --round 2 ${await fileWith('charts', [second])} --yes --json`)
    expect(done.json()).toMatchObject({
      warnings: [`No pack has brought Second (${second}): known by plays alone.`],
      moves: {
        players: 2,
        boards: [{ board: 'HardEX', before: 3, after: 3, moved: 2 }, {}, {}],
      },
    })
    expect(done.json()).toHaveProperty('moves.moves.0', {
      board: 'HardEX',
      player: cay,
      alias: 'Cay',
      before: { rank: 2, points: 9_231 },
      after: { rank: 1, points: 19_231 },
    })
  })

  it('gives other points, and tries several changes at once without making any', async () => {
    const points = { maxPoints: 100, minPoints: 0, pieces: [{ form: 'hyperbolic', rate: 1, upTo: null }] }
    const rising = await fileWith('rising', {
      ...points,
      pieces: [{ form: 'exponential', rate: -1, upTo: null }],
    })
    expect(await run(`points blue-shift ${rising} --yes`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('→ at pieces[0].rate'),
    })
    const file = await fileWith('points', points)
    const before = await rulesEnd()
    const tried = await run(
      `preview blue-shift --points ${file} --round 2 --charts ${unheard} --unknown --json`,
    )
    expect(tried.json()).toMatchObject({
      outcome: 'dry run',
      moves: { boards: [{ board: 'HardEX', before: 3, after: 3 }, {}, {}], players: 3 },
    })
    expect(await run('preview blue-shift')).toMatchObject({ code: 2 })
    expect(await run(`preview blue-shift --charts ${first}`)).toMatchObject({
      code: 2,
      err: '--round: of which round?',
    })
    expect(await rulesEnd()).toBe(before)

    expect(await run(`points blue-shift ${file}`, { answer: 'y' })).toMatchObject({ code: 0 })
    expect((await announced())?.document.points).toEqual(points)
  })

  it('does not close before the last plays can have come in, nor before all is folded and shown', async () => {
    const later = {
      ...document,
      slug: 'later',
      rounds: [{ name: 'One', start, end: Date.UTC(2100, 0, 1), charts: [] }],
    }
    await run(`announce ${await fileWith('later', fileOf(later))} --yes`)
    expect(await run('close later --yes')).toMatchObject({
      code: 3,
      err: expect.stringContaining('later ends at 2100-01-01T00:00:00.000Z'),
    })

    const { signal } = new AbortController()
    await standingsSettled(given)
    await given.stopFolding()
    await given.database.pool.query('insert into g1.standings_queue values ($1, $2)', [first, ann])
    await expect(scoresToClose(given, document, { signal, patienceMs: 300 })).rejects.toThrow('Not all plays')
    await given.database.pool.query('delete from g1.standings_queue')
    await play({ playId: 6, player: bob, chart: second ?? '', at: start + 9 * day, offset: 0.05 })
    await expect(scoresToClose(given, document, { signal, patienceMs: 300 })).rejects.toThrow('Not all plays')
    await given.startFolding()
    await standingsSettled(given)
    expect((await announced())?.closed).toBeNull()
  })

  it('closes it: scores of all charts, then that it is closed; nothing changes it any more', async () => {
    const dry = await run('close blue-shift --dry-run')
    expect(dry).toMatchObject({
      code: 0,
      out: [expect.stringMatching(/^5 scores on 2 charts, SHA-256 [0-9a-f]{64}\.$/)],
    })
    const { pool } = given.database
    await pool.query(`insert into projector.parked values (1, 0, 99, '', 'PlayRecorded', 'unreadable')`)
    const declined = await run('close blue-shift', { answer: 'n' })
    expect(declined).toMatchObject({
      code: 1,
      err: expect.stringContaining('Without 1 event that could not be folded'),
    })
    await pool.query('delete from projector.parked')
    const changes = { answer: 'y', meanwhile: () => run('window blue-shift --round 1 --grace 3h --yes') }
    expect(await run('close blue-shift', changes)).toMatchObject({
      code: 3,
      err: expect.stringContaining('Another operator changed blue-shift meanwhile'),
    })
    expect((await announced())?.closed).toBeNull()
    // A closing that was cut off: what it recorded means nothing.
    const closing = '00000000-0000-4000-8000-00000000000c'
    const stray = recordScores([], { slug, closing, round: 1, chart: first ?? '', boards: ['ITG'] })
    const bytes = encodeEvent(eventScoresRecorded, { id: 'stray', at: 1, key: slug, data: stray })
    await given.ledger.append('rules', { key: slug, bytes })

    const done = await run('close blue-shift --yes --json')
    expect(done).toMatchObject({ code: 0 })
    expect(done.json()).toMatchObject({ outcome: 'closed', scores: 5, charts: 2 })
    const state = await announced()
    const records = (await said()).flatMap((event) =>
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
      checkpoint: await given.ledger.ends('events'),
      rulesOffset: 1,
      charts: 2,
      scores: 5,
      digest: digestOf(records.map(({ data }) => data)),
    })
    for (const args of [
      `charts blue-shift --round 1 ${first}`,
      'window blue-shift --round 1 --grace 1h',
      `announce ${join(folder, 'good.json')}`,
    ])
      expect(await run(`${args} --yes`)).toMatchObject({
        code: 3,
        err: expect.stringContaining('was closed at'),
      })
  })

  it('closes it once more after a withdrawal, by the word of an operator, who sees who moves', async () => {
    expect(await run('close blue-shift --yes')).toMatchObject({
      code: 0,
      out: [expect.stringContaining('nothing has changed since')],
    })
    const before = await announced()
    await command(given.url, ['withdraw', '1', '--yes'])
    await standingsSettled(given)

    const declined = await run('close blue-shift', { answer: 'n' })
    expect(declined).toMatchObject({ code: 1, out: ['Nothing was done.'] })
    expect(declined.err).toMatch(/ {2}HardEX +Ann +#\d → not in it +100 → 0 points/)
    expect(await announced()).toEqual(before)

    expect((await run('close blue-shift --yes --json')).json()).toMatchObject({
      outcome: 'closed',
      scores: 4,
      moves: { players: 3, boards: [{ before: 3, after: 2 }, {}, {}] },
    })
    expect((await announced())?.closed?.closing).not.toBe(before?.closed?.closing)
    expect(await command(given.url, ['verify'])).toMatchObject({ code: 0 })
  })

  it('is closed by the server itself, some time after its last plays could come in, and not without plays that could not be folded', async () => {
    const forgotten = { ...document, slug: 'forgotten' }
    await run(`announce ${await fileWith('forgotten', fileOf(forgotten))} --yes`)
    const { pool } = given.database
    const closed = async (of: string) => (await announcedEvents(given.ledger)).get(of)?.closed ?? null
    const restart = async (closeEventsAfterMs: number) => {
      await given.stopFolding()
      await given.startFolding({ closeEventsAfterMs })
    }
    await pool.query(`insert into projector.parked values (1, 0, 99, '', 'PlayRecorded', 'unreadable')`)
    await restart(0)
    const warned = () =>
      logged.some((line) => /^forgotten is over, but 1 of the ledger's events could not be folded/.test(line))
    await vi.waitUntil(warned, { timeout: 30_000, interval: 50 })
    expect(await closed('forgotten')).toBeNull()

    await pool.query('delete from projector.parked')
    await restart(0)
    await vi.waitUntil(async () => (await closed('forgotten')) !== null, { timeout: 30_000, interval: 50 })
    expect(await closed('forgotten')).toMatchObject({ scores: 2, charts: 1 })
    expect(await closed('later')).toBeNull()
    await standingsSettled(given)
    expect(await command(given.url, ['verify'])).toMatchObject({ code: 0 })
  })
})
