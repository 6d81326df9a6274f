import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { rivalAdded } from '@stepledger/contracts/rivals/events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ann, bob, type CommandLedger, commandLedger } from './command-ledger.ts'

let ledger: CommandLedger
beforeAll(async () => {
  ledger = await commandLedger()
})
afterAll(() => ledger.given.close())
const run: CommandLedger['run'] = (args, options) => ledger.run(args, options)

describe('ledger events', () => {
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
    expect(await run('events --type OperatorActed')).toMatchObject({
      code: 0,
      err: 'No event of the topic events matches.',
    })
  })

  it('filters by time, player and client', async () => {
    const ofAnn = await lines('--player ANN')
    expect(ofAnn.map(({ data }) => data.playId)).toEqual([1, 2])
    expect(await lines(`--player ${ann} --since 2027-01-15T08:00Z`)).toEqual(ofAnn)
    expect(await lines('--player ann --since 2027-01-15T08:00:00.001Z')).toEqual([])
    expect(await lines('--player ann --until 2027-01-15T08:00Z')).toEqual([])
    expect(await lines(`--client ${ofAnn[0].data.bodyVersion} --limit 3`)).toHaveLength(3)
    expect(await lines('--client 9.9')).toEqual([])
    expect(await run('events --player nobody')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no player called nobody'),
    })
    expect(await run('events --since yesterday')).toMatchObject({
      code: 2,
      err: expect.stringContaining('a time with its zone'),
    })
    expect(await run(`events --player ann --key ${ann}`)).toMatchObject({ code: 2 })
  })

  it('shows unknown and malformed events, and continues', async () => {
    const known = encodeEvent(rivalAdded, { id: 'r', at: 1, key: bob, data: { rivalId: ann } })
    const unknown = Buffer.from(known.toString('latin1').replace('RivalAdded', 'RivalAdore'), 'latin1')
    await ledger.given.ledger.append('events', { key: bob, bytes: unknown })
    const { partition, offset } = await ledger.given.ledger.append('events', {
      key: bob,
      bytes: Buffer.from([1]),
    })
    await ledger.given.ledger.append('events', { key: bob, bytes: known })
    await ledger.given.folded()

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
