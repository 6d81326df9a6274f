import { encodeAnyEvent, encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { rivalAdded } from '@stepledger/contracts/events/rival-added.ts'
import type { Positioned } from '@stepledger/projections/batch.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { smallPlay } from '../generators/small-play.ts'
import { command } from './command.ts'

const ann = '00000001-0000-4000-8000-000000000000'
const bob = '00000002-0000-4000-8000-000000000000'
const cay = '00000004-0000-4000-8000-000000000000'
const ofNobody = '00000003-0000-4000-8000-000000000000'
const chart = 'aaaaaaaaaaaaaaaa'

describe('the ledger command', () => {
  let given: FoldingLedger
  const run = (args: string, options?: { answer?: string }) => command(given.url, args.split(' '), options)

  beforeAll(async () => {
    given = await foldingLedger()
    await addPlayer(ann, 'Ann')
    const at = Date.UTC(2027, 0, 15, 8)
    await append(smallPlay({ playId: 1, player: ann, chart, at, offset: 0 }))
    await append(smallPlay({ playId: 2, player: ann, chart, at, offset: 0.04 }))
    await append(smallPlay({ playId: 3, player: bob, chart, at, offset: 0.03 }))
    await append(smallPlay({ playId: 4, player: bob, chart, at, offset: 0.01, passed: false }))
    await given.folded()
  })
  afterAll(() => given.close())

  async function addPlayer(id: string, alias: string) {
    await given.database.pool.query(
      `insert into accounts.players (id, alias, alias_key, email, email_key, password_hash, sealing_key, preferred_leaderboards, created_at, updated_at)
       values ($1, $2, lower($2), $2, lower($2), '', $3, '{}', now(), now())`,
      [id, alias, Buffer.alloc(32)],
    )
  }

  async function append(event: Positioned['event']) {
    return given.ledger.append('events', { key: event.key, bytes: encodeAnyEvent(event) })
  }

  describe('status', () => {
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

  describe('explain', () => {
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
      expect(out.join('\n')).toMatch(/Counts +no: The song was failed/)
      expect(out.join('\n')).toContain('grade F: the song was failed')
    })

    it('fails for an unknown play, and for a play whose row differs', async () => {
      expect(await run('explain 99')).toMatchObject({ code: 1, out: [], err: /no play 99/ })
      const set = (hundredths: string) =>
        given.database.pool.query('update g1.plays set hundredths[1] = $1 where id = 3', [hundredths])
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

  describe('withdraw', () => {
    it('needs a confirmation or --yes', async () => {
      expect(await run('withdraw 1')).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
      expect(await run('withdraw 1', { answer: 'n' })).toMatchObject({ code: 1, out: ['Nothing was done.'] })
      expect(await run('withdraw 1', { answer: '' })).toMatchObject({ code: 1 })
      expect((await run('events --type PlayWithdrawn')).out).toEqual([])
    })

    it('withdraws once, waits for the fold, and says if it was already withdrawn', async () => {
      const done = await run('withdraw 1 --json --reason doubtful', { answer: 'y' })
      expect(done.code).toBe(0)
      expect(done.json()).toMatchObject({ playId: 1, outcome: 'withdrawn' })

      expect((await run('withdraw 1 --yes')).out).toEqual([expect.stringContaining('withdrawn already')])
      const { out } = await run('events --json --type PlayWithdrawn')
      expect(out.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({ key: ann, data: { playId: 1, by: 'operator', reason: 'doubtful' } }),
      ])
      expect((await run('explain 1 --json')).json()).toMatchObject({
        withdrawn: { folded: true },
        standings: [],
      })
      expect((await run('explain 2 --json')).json()).toMatchObject({
        standings: [{ personalBest: true }, {}, {}],
      })
      expect(await run('verify')).toMatchObject({ code: 0 })
    })

    it('withdraws all plays of a player, including plays that are not folded yet', async () => {
      await addPlayer(cay, 'Cay')
      const at = Date.UTC(2027, 0, 16, 8)
      for (const playId of [21, 22, 23])
        await append(
          smallPlay({ playId, player: cay, chart: 'cccccccccccccccc', at: at + playId, offset: 0.01 }),
        )
      expect(await run('withdraw 22 --yes')).toMatchObject({ code: 0 })
      await append(smallPlay({ playId: 24, player: cay, chart: 'cccccccccccccccc', at, offset: 0.02 }))

      expect(await run('withdraw --player cay', { answer: 'n' })).toMatchObject({ code: 1 })
      const done = await run('withdraw --player CAY --json --reason doubtful', { answer: 'y' })

      expect(done.code).toBe(0)
      expect(done.json()).toEqual({ playerId: cay, outcome: 'withdrawn', plays: 3 })
      const { out } = await run(`events --json --type PlayWithdrawn --key ${cay}`)
      expect(out.map((line) => JSON.parse(line).data)).toEqual([
        { playId: 22, by: 'operator', reason: null },
        ...[21, 23, 24].map((playId) => ({ playId, by: 'operator', reason: 'doubtful' })),
      ])
      expect((await run('withdraw --player cay --yes')).out).toEqual(['Cay has no plays to withdraw.'])
      expect(await run('verify')).toMatchObject({ code: 0 })
    })

    it('takes either a play or a player, who must exist', async () => {
      expect(await run('withdraw --yes')).toMatchObject({ code: 2 })
      expect(await run('withdraw 1 --player ann --yes')).toMatchObject({ code: 2 })
      expect(await run('withdraw --player nobody --yes')).toMatchObject({ code: 1, out: [] })
    })

    it('refuses an unknown play, and a reason that is too long', async () => {
      expect(await run('withdraw 99 --yes')).toMatchObject({ code: 1 })
      expect(await run(`withdraw 1 --yes --reason ${'x'.repeat(501)}`)).toMatchObject({ code: 2 })
    })
  })

  describe('grant', () => {
    it('grants a permission once, by alias, ignoring case', async () => {
      expect(await run('grant aNN packs.upload')).toMatchObject({
        code: 0,
        out: ['Ann has packs.upload now.'],
      })
      const again = await run('grant ann packs.upload --json')
      expect(again.json()).toEqual({ playerId: ann, alias: 'Ann', isNew: false, permission: 'packs.upload' })
    })

    it('refuses an unknown player or permission', async () => {
      expect(await run('grant nobody packs.upload')).toMatchObject({ code: 1, out: [] })
      expect(await run('grant ann everything')).toMatchObject({
        code: 2,
        err: expect.stringContaining('packs.upload and ledger.operate'),
      })
    })
  })

  describe('events', () => {
    const lines = async (args: string) =>
      (await run(`events --json ${args}`)).out.map((line) => JSON.parse(line))

    it('prints ledger events, columns as kind and length', async () => {
      const [first] = await lines(`--key ${ann} --limit 1`)
      expect(first).toMatchObject({
        type: 'PlaySubmitted',
        at: '2027-01-15T08:00:00.000Z',
        key: ann,
        data: { playId: 1, fingerprint: { bytes: 32 }, rows: { count: 3, times: { u8: 3 } } },
      })
      const plain = await run(`events --key ${ann} --limit 1`)
      expect(plain.out).toEqual([expect.stringMatching(/^\d+:0 .* PlaySubmitted .* playId=1 chart="a{16}"/)])
      expect((await lines('--topic rules')).map(({ type }) => type)).toEqual([
        'LedgerCreated',
        'RulesPublished',
      ])
    })

    it('filters by key, type and position', async () => {
      const ofBob = await lines(`--key ${bob}`)
      expect(ofBob.map(({ data }) => data.playId)).toEqual([3, 4])
      expect(await lines(`--key ${bob} --from ${ofBob[1].position}`)).toEqual([ofBob[1]])
      expect(await lines(`--from ${ofBob[1].position}`)).toContainEqual(ofBob[1])
      expect(await lines('--type RivalAdded')).toEqual([])
      expect(await lines('--limit 2')).toHaveLength(2)
      const [partition] = ofBob[0].position.split(':')
      const elsewhere = await run(`events --key ${bob} --from ${(Number(partition) + 1) % 12}:0`)
      expect(elsewhere).toMatchObject({
        code: 2,
        err: expect.stringContaining(`are in partition ${partition}`),
      })
      expect(await run('events --from 12:0')).toMatchObject({ code: 2 })
    })

    it('shows unknown and malformed events, and continues', async () => {
      const known = encodeEvent(rivalAdded, { id: 'r', at: 1, key: bob, data: { rivalId: ann } })
      const unknown = Buffer.from(known.toString('latin1').replace('RivalAdded', 'RivalAdore'), 'latin1')
      await given.ledger.append('events', { key: bob, bytes: unknown })
      const { partition, offset } = await given.ledger.append('events', { key: bob, bytes: Buffer.from([1]) })
      await given.ledger.append('events', { key: bob, bytes: known })
      await given.folded()

      const from = `--from ${partition}:${offset - 1}`
      expect(await lines(from)).toEqual([
        expect.objectContaining({ type: 'RivalAdore', known: false, data: { rivalId: ann } }),
        { position: `${partition}:${offset}`, malformed: expect.stringContaining('not an event'), bytes: 1 },
        expect.objectContaining({ type: 'RivalAdded' }),
      ])
      expect((await run(`events ${from}`)).out).toEqual([
        expect.stringContaining('RivalAdore v1, unknown to this code'),
        expect.stringContaining('not an event: 1 bytes'),
        expect.stringContaining('RivalAdded'),
      ])
      const status = await run('status --json')
      expect(status.json()).toMatchObject({
        generation: { parked: { count: 1, first: [{ partition, offset, type: 'unreadable' }] } },
      })
      expect((await run('verify --json')).json()).toMatchObject({ agrees: true, parked: 1, unknown: 1 })
    })
  })

  it('explain shows a parked play and the reason', async () => {
    const play = smallPlay({ playId: 8, player: ofNobody, chart, at: 1_900_000_000_000, offset: 0.02 })
    const offsets = { kind: 'f32' as const, bytes: new Uint8Array(3) }
    await append({ ...play, data: { ...play.data, rows: { ...play.data.rows, offsets } } })
    await given.folded()

    const { code, out } = await run('explain 8')
    expect(code).toBe(0)
    expect(out.join('\n')).toMatch(/State +parked: f32 column: 3 bytes, expected 12/)
    expect(out.join('\n')).toMatch(/Counts +no: It is parked/)
  })

  it('explain shows a play that is not folded yet', async () => {
    await given.stopFolding()
    await append(smallPlay({ playId: 9, player: ann, chart, at: 1_900_000_000_000, offset: 0.02 }))

    expect((await run('explain 9')).out.join('\n')).toMatch(/State +in the ledger, not folded yet/)
    expect((await run('status --json')).json()).toMatchObject({ total: { lag: 1 } })
  })
})
