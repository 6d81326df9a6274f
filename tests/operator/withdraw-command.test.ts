import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallPlay } from '../generators/small-play.ts'
import { ann, type CommandLedger, cay, commandLedger } from './command-ledger.ts'

let ledger: CommandLedger
beforeAll(async () => {
  ledger = await commandLedger()
})
afterAll(() => ledger.given.close())
const run: CommandLedger['run'] = (args, options) => ledger.run(args, options)

describe('ledger withdraw', () => {
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
    await ledger.addPlayer(cay, 'Cay')
    const at = Date.UTC(2027, 0, 16, 8)
    for (const playId of [21, 22, 23])
      await ledger.append(
        smallPlay({ playId, player: cay, chart: 'cccccccccccccccc', at: at + playId, offset: 0.01 }),
      )
    expect(await run('withdraw 22 --yes')).toMatchObject({ code: 0 })
    await ledger.append(smallPlay({ playId: 24, player: cay, chart: 'cccccccccccccccc', at, offset: 0.02 }))

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
