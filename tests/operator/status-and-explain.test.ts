import { recordRun } from '@stepledger/services/projector/generations/operator-runs.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { smallPlay } from '../generators/small-play.ts'
import { ann, bob, type CommandLedger, chart, commandLedger, ofNobody } from './command-ledger.ts'

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
      ledgerId: expect.stringMatching(/^[0-9a-f-]{36}$/),
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

describe('ledger doctor', () => {
  it('says what is wrong or will be soon, and what to type', async () => {
    const env = {
      REDIS_URL: 'redis://127.0.0.1:1',
      MAIL_URL: 'smtp://127.0.0.1:1',
      STORAGE_URL: 's3://bucket?endpoint=http://127.0.0.1:1',
      PUBLIC_URL: 'http://127.0.0.1:1',
    }
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'some')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { code, json } = await run('doctor --json', { env })

    expect(code).toBe(1)
    expect(json()).toMatchObject({
      findings: [
        { subject: 'backup', severity: 'wrong', fix: expect.stringContaining('`ledger dump DIR`') },
        { subject: 'mail', severity: 'wrong', what: expect.stringContaining('127.0.0.1:1 does not answer') },
        { subject: 'redis', severity: 'wrong' },
        { subject: 'storage', severity: 'wrong', what: expect.stringMatching('S3 .*does not answer') },
        { subject: 'verify', severity: 'soon' },
      ],
      unchecked: [{ subject: 'server' }],
      checked: expect.arrayContaining(['database', 'folding', 'ledger', 'parked', 'clock']),
    })
  })

  it('exits with 4 when something will be wrong, with 1 when the database is away', async () => {
    await recordRun(ledger.given.database.pool, 'backup', true)
    expect(await run('doctor')).toMatchObject({
      code: 4,
      out: expect.arrayContaining([expect.stringMatching(/^SOON {3}verify: .* never verified/)]),
    })
    expect(await run('verify')).toMatchObject({ code: 0 })
    expect(await run('doctor')).toMatchObject({
      code: 0,
      out: expect.arrayContaining([expect.stringMatching(/^Nothing is wrong\. Checked: /)]),
    })
    const away = await run('doctor', { env: { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x' } })
    expect(away).toMatchObject({
      code: 1,
      out: expect.arrayContaining([expect.stringMatching(/^WRONG {2}database: /)]),
    })
    expect(away.out.join()).not.toContain('secret')
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

describe('ledger explain PLAYER', () => {
  it('says where the plays of a player are', async () => {
    const { code, json } = await run('explain ann --json')

    expect(code).toBe(0)
    expect(json()).toMatchObject({
      player: { id: ann, alias: 'Ann' },
      plays: { counting: 2, unranked: 0, withdrawn: 0 },
      latest: [
        { playId: 2, place: 'beaten', ranks: [] },
        {
          playId: 1,
          place: 'ranked',
          ranks: ['HardEX', 'EX', 'ITG'].map((board) => expect.objectContaining({ board, total: 2 })),
        },
      ],
      parked: [],
      waiting: [],
    })
    const bobs = (await run(`explain ${bob}`)).out.join('\n')
    expect(bobs).toMatch(/Plays +2 in generation 1: 1 count, 1 do not, 0 withdrawn/)
    expect(bobs).toMatch(/not ranked: failed/)
    expect(await run('explain nobody')).toMatchObject({ code: 1, out: [] })
  })
})

describe('ledger explain BOARD', () => {
  it('shows the event of each rank, and what does not count', async () => {
    const { code, json } = await run(`explain ${chart} --json`)

    expect(code).toBe(0)
    expect(json()).toMatchObject({
      chart: { hash: chart },
      players: 2,
      simfiles: [],
      plays: { counting: 3, withdrawn: 0, unranked: [{ code: 'failed', plays: 1 }] },
      boards: [
        {
          board: 'HardEX',
          entries: [
            { rank: 1, player: { alias: 'Ann' }, playId: 1, position: expect.stringMatching(/^\d+:\d+$/) },
            { rank: 2, player: { id: bob, alias: null }, playId: 3 },
          ],
        },
        { board: 'EX' },
        { board: 'ITG' },
      ],
      player: null,
    })
  })

  it('says why a player is second', async () => {
    const { out } = await run(`explain ${chart} --player ${bob}`)
    expect(out.join('\n')).toMatch(/Rank 2: Ann has 100\.00 %, more than [\d.]+ %\./)
    expect(out.join('\n')).toMatch(/^4 .*not ranked: failed$/m)
    expect((await run(`explain ${chart} --player ann`)).out).toContainEqual(
      '  Rank 1: nobody has a better score.',
    )
    expect(await run('explain ann --player bob')).toMatchObject({ code: 2 })
    expect(await run('explain bbbbbbbbbbbbbbbb')).toMatchObject({ code: 1, out: [] })
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

  const { partition, offset } = await ledger.append(
    smallPlay({ playId: 10, player: ofNobody, chart, at: 1_900_000_000_000, offset: 0.02 }),
  )
  await ledger.given.folded()
  const behind = await run('explain 10')
  expect(behind.out.join('\n')).toMatch(/State +parked: waits behind an earlier event of its key/)
  expect(behind.out.join('\n')).toMatch(
    new RegExp(`Waits +behind PlaySubmitted at ${partition}:${offset - 1}: f32 column`),
  )
  expect((await run(`explain ${ofNobody} --json`)).json()).toMatchObject({
    player: { id: ofNobody, alias: null },
    latest: [],
    parked: [
      {
        position: `${partition}:${offset - 1}`,
        type: 'PlaySubmitted',
        parkedFor: expect.stringContaining('f32'),
      },
      { position: `${partition}:${offset}` },
    ],
  })
})

it('ledger explain shows a play that is not folded yet', async () => {
  await ledger.given.stopFolding()
  await ledger.append(smallPlay({ playId: 9, player: ann, chart, at: 1_900_000_000_000, offset: 0.02 }))

  expect((await run('explain 9')).out.join('\n')).toMatch(/State +in the ledger, not folded yet/)
  expect((await run('explain 9')).out.join('\n')).toMatch(/Waits +behind 0 events of its partition/)
  expect((await run('explain ann')).out.join('\n')).toMatch(/Waiting +1 event not folded yet/)
  const status = await run('status --json')
  expect(status.json()).toMatchObject({
    total: { lag: 1 },
    lags: expect.arrayContaining([
      { projection: 'live', waiting: 1, seconds: 0, partitions: Array(12).fill(0) },
      { projection: 'standings', waiting: 0, seconds: null, partitions: null },
    ]),
    sizes: expect.arrayContaining([{ schema: 'g1', bytes: expect.any(Number) }]),
  })
})
