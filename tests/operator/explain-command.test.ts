import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallPlay } from '../generators/small-play.ts'
import { ann, type CommandLedger, chart, commandLedger, ofNobody } from './command-ledger.ts'

let ledger: CommandLedger
beforeAll(async () => {
  ledger = await commandLedger()
})
afterAll(() => ledger.given.close())
const run: CommandLedger['run'] = (args, options) => ledger.run(args, options)

describe('ledger status', () => {
  it('counts events, plays and lag', async () => {
    const { code, json } = await run('status --json')

    expect(code).toBe(0)
    expect(json()).toMatchObject({
      engine: { ledger: 'Postgres' },
      ledgerId: '10000000-0000-4000-8000-000000000001',
      generation: { id: 1, plays: 4, charts: 1, players: 2, parked: { count: 0, first: [] } },
      total: { events: 4, folded: 4, lag: 0 },
    })
  })

  it('prints lines for humans too', async () => {
    const { code, out } = await run('status')

    expect(code).toBe(0)
    expect(out.join('\n')).toContain('4 plays on 1 chart by 2 players')
    expect(out.join('\n')).not.toContain('password')
  })
})

describe('ledger explain', () => {
  it('shows event, rules, sums and ranks', async () => {
    const { code, json } = await run('explain 1 --json')

    expect(code).toBe(0)
    expect(json()).toMatchObject({
      playId: 1,
      event: { position: expect.stringMatching(/^\d+:\d+$/), id: 'play-1', v: 1 },
      player: { id: ann, alias: 'Ann' },
      chart: { hash: chart },
      state: 'shown',
      withdrawn: null,
      rules: { title: 'HardEX, EX and ITG', offset: 1 },
      explanation: { rows: 3, reasons: [], systems: [{ hundredths: 10_000 }, {}, {}] },
      agrees: true,
      standings: [
        { board: 'HardEX', rank: 1, total: 2, personalBest: true, delta: null },
        { board: 'EX' },
        { board: 'ITG' },
      ],
    })
  })

  it('says why a play does not count', async () => {
    const { code, out } = await run('explain 4')

    expect(code).toBe(0)
    expect(out.join('\n')).toMatch(/Counts +no: Failed plays aren't ranked/)
    expect(out.join('\n')).toContain('grade F: the song was failed')
  })

  it('fails for an unknown play, and for a play whose row differs', async () => {
    expect(await run('explain 99')).toMatchObject({ code: 1, out: [], err: /no play 99/ })
    const set = (hundredths: string) =>
      ledger.given.database.pool.query('update g1.plays set hundredths[1] = $1 where id = 3', [hundredths])
    const { out, code } = await run('explain 3')
    expect(code).toBe(0)
    await set('9999')
    const meddled = await run('explain 3')
    expect(meddled.code).toBe(1)
    expect(meddled.out.join('\n')).toContain('BUT 99.99 %')

    const verified = await run('verify')
    expect(verified.code).toBe(1)
    expect(verified.out).toContainEqual(
      expect.stringMatching(/^ {2}plays id=3 differs: hundredths is \[9999,.*, should be \[/),
    )
    await set(/^HardEX: ([\d.]+) %/m.exec(out.join('\n'))?.[1]?.replace('.', '') ?? '')
    expect(await run('verify')).toMatchObject({ code: 0 })
  })
})

describe('ledger board', () => {
  it('shows a board now, and as it was at the end of a day', async () => {
    const { code, json } = await run(`board ${chart} --leaderboard ex --json`)
    expect(code).toBe(0)
    expect(json()).toMatchObject({
      chart: { hash: chart },
      leaderboard: 'EX',
      at: null,
      total: 2,
      entries: [
        { rank: 1, player: { id: ann, alias: 'Ann' }, score: '100.00', playId: 1 },
        { rank: 2, player: { alias: null }, playId: 3 },
      ],
    })
    const of = async (day: string) => (await run(`board ${chart} --at ${day}`)).out.join('\n')
    expect(await of('2027-01-15')).toMatch(
      /HardEX, 2 players\n.*end of 2027-01-15[\s\S]*#1 +100\.00 % .*Ann +play 1 /,
    )
    expect(await of('2027-01-14')).toContain('HardEX, 0 players')
  })

  it('refuses what is no chart, no day and no leaderboard', async () => {
    expect(await run(`board ${'f'.repeat(16)}`)).toMatchObject({ code: 1, err: /not found/ })
    for (const args of [
      'board xyz',
      `board ${chart} --at yesterday`,
      `board ${chart} --leaderboard grooves`,
    ]) {
      const { code, out } = await run(args)
      expect([args, code === 0, out]).toEqual([args, false, []])
    }
  })
})

it('ledger explain shows a parked play and the reason', async () => {
  const play = smallPlay({ playId: 8, player: ofNobody, chart, at: 1_900_000_000_000, offset: 0.02 })
  const offsets = { kind: 'f32' as const, bytes: new Uint8Array(3) }
  await ledger.append({ ...play, data: { ...play.data, rows: { ...play.data.rows, offsets } } })
  await ledger.given.folded()

  const { code, out } = await run('explain 8')
  expect(code).toBe(0)
  expect(out.join('\n')).toMatch(/State +parked: f32 column: 3 bytes, expected 12/)
  expect(out.join('\n')).toMatch(/Counts +no: It is parked/)
})

it('ledger explain shows a play that is not folded yet', async () => {
  await ledger.given.stopFolding()
  await ledger.append(smallPlay({ playId: 9, player: ann, chart, at: 1_900_000_000_000, offset: 0.02 }))

  expect((await run('explain 9')).out.join('\n')).toMatch(/State +in the ledger, not folded yet/)
  expect((await run('status --json')).json()).toMatchObject({ total: { lag: 1 } })
})
