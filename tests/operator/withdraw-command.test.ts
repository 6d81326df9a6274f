import { wipePlays } from '@stepledger/contracts/http/operated-plays.ts'
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
    expect(await run('withdraw 1', { answer: 'n' })).toMatchObject({
      code: 1,
      out: expect.arrayContaining(['Nothing was done.']),
    })
    expect(await run('withdraw 1', { answer: '' })).toMatchObject({ code: 1 })
    expect((await run('events --type PlayWithdrawn')).out).toEqual([])
  })

  it('withdraws once, waits for the fold, and says if it was already withdrawn', async () => {
    const done = await run('withdraw 1 --json --reason doubtful', { answer: 'y' })
    expect(done.code).toBe(0)
    expect(done.json()).toMatchObject({ plan: { plays: 1 }, done: { plays: 1 } })

    expect(await run('withdraw 1 --yes')).toMatchObject({ code: 1, err: 'Play 1 was withdrawn already' })
    const { out } = await run('events --json --type PlayWithdrawn')
    expect(out.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ key: ann, data: { playId: 1, by: 'operator', reason: 'doubtful' } }),
    ])
    // Twice at once, it is recorded once.
    const both = await Promise.all([1, 2].map(() => run('withdraw 3 --yes --json')))
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
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
    expect(done.json()).toMatchObject({
      plan: { user: { id: cay, alias: 'Cay' }, plays: 3 },
      done: { plays: 3 },
    })
    const { out } = await run(`events --json --type PlayWithdrawn --key ${cay}`)
    expect(out.map((line) => JSON.parse(line).data).toSorted((a, b) => a.playId - b.playId)).toEqual([
      ...[21, 22, 23, 24].map((playId) => ({
        playId,
        by: 'operator',
        reason: playId === 22 ? null : 'doubtful',
      })),
    ])
    expect(await run('withdraw --player cay --yes')).toMatchObject({ code: 1, err: 'No play matches' })
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

describe('ledger wipe and reinstate', () => {
  const [dee, eve] = ['00000005-0000-4000-8000-000000000000', '00000006-0000-4000-8000-000000000000'] as const
  const chart = 'dddddddddddddddd'
  const at = Date.UTC(2026, 0, 17, 8)
  const play = (playId: number, player: string, offset: number) =>
    smallPlay({ playId, player, chart, at: at + playId, offset })
  const boards = async () => {
    const { rows } = await ledger.given.database.pool.query(
      `select player, system, play_id from ${(await ledger.given.live()).schema}.best where chart = $1 order by 1, 2`,
      [chart],
    )
    return rows
  }
  const countOf = async (type: string) => (await run(`events --json --type ${type}`)).out.length

  beforeAll(async () => {
    await ledger.addPlayer(dee, 'Dee')
    await ledger.addPlayer(eve, 'Eve')
    for (const [playId, player, offset] of [
      [31, dee, 0.001],
      [32, dee, 0.05],
      [33, dee, 0.06],
      [34, eve, 0.03],
    ] as const)
      await ledger.append(play(playId, player, offset))
    await ledger.given.folded()
  })

  it('needs a reason, a criterion, and a confirmation, --yes or --dry-run', async () => {
    expect(await run('wipe --player dee --yes')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--reason'),
    })
    expect(await run('wipe --reason cheating --yes')).toMatchObject({ code: 2 })
    expect(await run('wipe --player dee --reason cheating')).toMatchObject({ code: 2 })
    expect(await run('wipe --player nobody --reason cheating --yes')).toMatchObject({ code: 1 })
    expect(await run('wipe --chart dead --reason cheating --yes')).toMatchObject({ code: 2 })
    expect(await run('reinstate unknown --yes')).toMatchObject({
      code: 1,
      err: 'No play is withdrawn by wipe unknown',
    })
  })

  it('says first how many plays match and which boards lose their first place', async () => {
    const before = await countOf('PlayWithdrawn')
    const shown = await run('wipe --player dee --reason cheating --dry-run')
    expect(shown.out.slice(0, 3).map((line) => line.split(/ {2,}/))).toEqual([
      ['Plays', '3'],
      ['Players', '1'],
      ['Charts', '1'],
    ])
    const firsts = shown.out.filter((line) => line.includes('dddddddddddddddd'))
    expect(firsts.map((line) => /HardEX|EX|ITG/.exec(line)?.[0])).toEqual(['HardEX', 'EX', 'ITG'])
    expect(firsts[0]).toMatch(/Dee +31 +100\.00$/)
    expect(shown.out.at(-1)).toBe('Dry run: nothing was done.')
    expect(await run('wipe --player dee --reason cheating', { answer: 'n' })).toMatchObject({ code: 1 })
    expect(await countOf('PlayWithdrawn')).toBe(before)
  })

  it.each([
    ['--play 31 --play 32', 2],
    [`--chart ${chart}`, 4],
    ['--since 2026-01-17T08:00:00.032Z --until 2026-01-17T08:00:00.034Z', 2],
  ])('takes %s', async (criteria, plays) => {
    const { json } = await run(`wipe ${criteria} --reason cheating --dry-run --json`)
    expect(json()).toMatchObject({ plan: { plays }, done: null })
  })

  it('withdraws plays once if it runs twice at once', async () => {
    const before = await countOf('PlayWithdrawn')
    const both = await Promise.all([1, 2].map(() => run('wipe --player eve --reason cheating --yes --json')))
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
    expect(await countOf('PlayWithdrawn')).toBe(before + 1)
    const wipe = both.flatMap(({ out }) => /"wipe": "(\w+)"/.exec(out.join('\n'))?.[1] ?? [])
    expect(await run(`reinstate ${wipe.join()} --yes`)).toMatchObject({ code: 0 })
  })

  it('withdraws the plays, and brings back all but those that were deleted meanwhile', async () => {
    const before = await boards()
    const wiped = await run('wipe --player dee --reason cheating --json', { answer: 'y' })
    const { wipe, plays } = wipePlays.answer.parse({ confirms: '', ...Object(wiped.json()) }).done ?? {}
    expect(plays).toBe(3)
    expect(new Set((await boards()).map(({ player }) => player))).toEqual(new Set([eve]))
    expect((await run('explain 31 --json')).json()).toMatchObject({ withdrawn: { wipe, folded: true } })
    expect(await run('verify')).toMatchObject({ code: 0 })

    // Dee deletes one of her wiped plays; an operator withdraws another permanently.
    await ledger.append({
      id: 'withdrawal-32',
      type: 'PlayWithdrawn',
      v: 1,
      at: Date.now(),
      key: dee,
      data: { playId: 32, by: 'player', reason: null },
    })
    await ledger.given.folded()
    expect(await run('withdraw 33 --yes')).toMatchObject({ code: 0 })
    const back = await run(`reinstate ${wipe} --json`, { answer: 'y' })

    expect(back.json()).toMatchObject({ done: { plays: 1 } })
    expect(await boards()).toEqual(before)
    for (const deleted of [32, 33])
      expect((await run(`explain ${deleted} --json`)).json()).toMatchObject({ withdrawn: { wipe: null } })
    expect(await run(`reinstate ${wipe} --yes`)).toMatchObject({ code: 1 })
    expect(await run('verify')).toMatchObject({ code: 0 })
  })

  it('refuses to select plays while the read models are behind the ledger', async () => {
    await ledger.given.stopFolding()
    await ledger.append(play(35, dee, 0.07))
    expect(await run('wipe --player dee --reason cheating --yes')).toMatchObject({
      code: 3,
      err: expect.stringContaining('behind the ledger'),
    })
    await ledger.given.startFolding()
  })
})
