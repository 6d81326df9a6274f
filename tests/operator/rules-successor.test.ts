import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { columnsOfRows, packRows } from '@stepledger/contracts/play/pack-rows.ts'
import { firstRules, originalRules } from '@stepledger/contracts/rules/first-rules.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { command } from './command.ts'

const chart = 'a'.repeat(16)
const [ann, bob, cay, dee] = [1, 2, 3, 4].map(playerNumber)
const boardsJson = z.object({
  boards: z.array(
    z.object({
      board: z.string(),
      entries: z.array(z.object({ player: z.object({ id: z.string() }), score: z.string() })),
    }),
  ),
})
const doctorJson = z.object({ findings: z.array(z.object({ subject: z.string(), fix: z.string() })) })

describe('a ledger whose rules are older than their successor', () => {
  let given: FoldingLedger
  const run = (args: string) => command(given.url, args.split(' '))
  const itgBoard = async () =>
    boardsJson
      .parse((await run(`explain ${chart} --json`)).json())
      .boards.filter(({ board }) => board === 'ITG')
      .flatMap(({ entries }) => entries.map(({ player, score }) => [player.id, score]))
  const rulesFindings = async () =>
    doctorJson
      .parse((await run('doctor --json')).json())
      .findings.filter(({ subject }) => subject === 'rules')

  beforeAll(async () => {
    given = await foldingLedger()
    await given.settled(await given.publish(originalRules))
    let playId = 0
    const play = async (
      player = '',
      offsets: readonly number[] = [],
      more: Partial<PlaySubmitted['data']> = {},
    ) => {
      const at = Date.UTC(2026, 10, 1) + ++playId * 60_000
      const event = smallPlay({ playId, player, chart, at, offset: 0 })
      const rows = packRows(columnsOfRows(offsets.map((offset, i) => [i, offset])))
      const data = { ...event.data, rows, ...more }
      await given.ledger.append('events', { key: player, bytes: encodeAnyEvent({ ...event, data }) })
    }
    const hits = (n: number) => Array.from({ length: n }, () => 0.001)
    // 495 of 500 points, 99.00 in any arithmetic; then 500 of 505, which the game shows as 99.01.
    await play(bob, [...hits(99), 0.12])
    await play(ann, [...hits(100), 0.12])
    await play(cay, hits(10), { autoplay: null })
    await play(dee, hits(10), { lifeRanOut: true })
    await given.folded()
  })
  afterAll(() => given.close())

  it('means what it meant, and doctor tells the command', async () => {
    expect(await itgBoard()).toEqual([
      [cay, '100.00'],
      [dee, '100.00'],
      [bob, '99.00'],
      [ann, '99.00'],
    ])
    expect(await rulesFindings()).toMatchObject([
      { fix: expect.stringContaining('`ledger rules publish --successor`') },
    ])
  })

  it('previews the successor, which says who moves', async () => {
    const { code, json } = await run('rules preview --successor --json')
    expect(code).toBe(0)
    expect(json()).toMatchObject({
      done: {
        report: {
          differences: [
            'systems.ITG.arithmetic: "double" → "engine"',
            'eligibility.autoplayMissing: true → false',
            'eligibility.lifeRanOut: true → false',
          ],
          scores: { plays: 4, changed: 3 },
        },
      },
    })
  })

  it('publishes it by one command: the boards follow, and doctor has nothing more to say', async () => {
    expect(await run('rules publish --successor --yes')).toMatchObject({ code: 0 })
    expect((await given.live()).rules).toEqual(firstRules)
    expect(await itgBoard()).toEqual([
      [ann, '99.01'],
      [bob, '99.00'],
    ])
    expect(await rulesFindings()).toEqual([])
    expect(await run('verify')).toMatchObject({ code: 0 })
    expect((await run('explain 2')).out).toContain(
      '  500 / 505 = 99.009901 %, in single precision, plus 0.0001 as the game adds, cut to 99.01 %',
    )
    expect(await run('rules publish --successor --yes')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^These rules are in force already/),
    })
  })

  it('asks for the rules to preview', async () => {
    expect(await run('rules preview')).toMatchObject({
      code: 2,
      err: '<rules>: Specify either a file with rules or --successor',
    })
    expect(await run('rules preview --drop --successor')).toMatchObject({ code: 2 })
  })
})
