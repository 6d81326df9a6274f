import { play as playPage } from '@stepledger/contracts/http/shapes/play.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { call } from '../system/client.ts'
import { gameSetup } from './game/game-setup.ts'
import { threeBoards } from './game/screen-lines.ts'
import { played, stageOf, withPlayer } from './game/world.ts'

const submission = z.object({ modifiers: z.looseObject({ speed: z.unknown().optional() }) })

let setup: Awaited<ReturnType<typeof gameSetup>>
beforeAll(async () => {
  setup = await gameSetup()
})
afterAll(() => setup.stop())
afterEach(() => setup.endGames())

describe('a play', () => {
  it('is saved, and the evaluation screen shows rank and gain', async () => {
    const { game, player, folder, profile } = await setup.startForNewPlayer()
    // A busy server responds before rank and gain are computed.
    setup.proxy.inject({ kind: 'repeat', until: (body) => body.includes('"rank"') }, { path: '/play' })

    game.play(stageOf({ seed: 1, folder: profile, skill: 0.7 }))
    await game.waitFor('three boards', () => threeBoards.test(game.text()))

    const rows = played({ seed: 1, skill: 0.7 }).body.timingData
    const closer = rows.map(([time, offset]) => [time, typeof offset === 'number' ? offset / 2 : offset])
    game.backToWheel()
    game.play(withPlayer(stageOf({ seed: 1, folder: profile }), { rows: closer }))
    await game.waitForText('Saved H.EX')
    expect(game.text()).toMatch(/Saved H\.EX \d+\.\d\d \S+ \+\d+\.\d\d, #1/)
    expect(game.text()).toMatch(threeBoards)

    await setup.waitForPlays(player, 2, game)
    await setup.waitForJournal(game, folder, profile, 0)
  })

  it('is sent in version 1.4 with steps, options and curves as played', async () => {
    const { game, player, profile } = await setup.startForNewPlayer()
    const stage = stageOf({ seed: 2, folder: profile, title: 'Ünï "quoted" \\ 曲 🎵' })

    game.play(stage)
    await game.waitForText('Saved')

    await setup.waitForPlays(player, 1, game)
    const [id] = await setup.playsOf(player)
    const { body } = await call(`${setup.server.url}/api/play/${id}`)
    const shown = playPage.parse(body)
    const rounded = stage.players.P1?.rows?.map(([time, offset]) => [
      Number(Number(time).toFixed(6)),
      typeof offset === 'number' ? Number(offset.toFixed(6)) : offset,
    ])
    expect(shown.timingData).toEqual(rounded)
    const sent: unknown = JSON.parse(setup.proxy.submissions().at(-1)?.body ?? '')
    expect(sent).toMatchObject({
      songName: 'Ünï "quoted" \\ 曲 🎵',
      bodyVersion: '1.4',
      passed: true,
      usedAutoplay: false,
      musicRate: 1,
      modifiers: { speed: { type: 'C', value: 650 }, mini: 35, noteskin: 'cel', turn: 'None', effect: [] },
      npsInfo: { peakNPS: 8 },
    })
    expect(sent).toHaveProperty('lifebarInfo.99')
  })

  it('that is failed, given up or at another rate is saved, and the screen shows why it is not ranked', async () => {
    const { game, player, profile } = await setup.startForNewPlayer()
    const failed = stageOf({ seed: 3, folder: profile })
    const rows = failed.players.P1?.rows?.slice(0, 40) ?? []

    game.play(
      withPlayer(failed, {
        rows,
        death: 31.2,
        stats: { ...failed.players.P1?.stats, failed: true, grade: 'Grade_Failed' },
      }),
    )
    await game.waitForText("Failed plays aren't ranked.")
    game.backToWheel()
    game.play({ ...stageOf({ seed: 4, folder: profile }), rate: 1.5 })
    await game.waitForText('Only plays at music rate 1 are ranked.')
    game.backToWheel()
    game.play({
      ...withPlayer(stageOf({ seed: 5, folder: profile }), { rows: rows.slice(0, 9) }),
      gaveUp: true,
    })
    await game.waitForText('Failed plays')

    await setup.waitForPlays(player, 3, game)
  })

  it('is sent with its scroll speed as the game has it, and without one if the game has none', async () => {
    const { game, profile } = await setup.startForNewPlayer()
    const speeds: [options: object, speed: object | undefined][] = [
      [{ CMod: 612.5 }, { type: 'C', value: 612.5 }],
      // The game keeps the speed of an MMod apart, and multiplies by 1.
      [
        { MMod: 600, XMod: 1 },
        { type: 'M', value: 600 },
      ],
      [{ XMod: 1.350000023841858 }, { type: 'X', value: 1.35 }],
      [{}, undefined],
    ]
    for (const [i, [options, speed]] of speeds.entries()) {
      const before = setup.proxy.submissions().length
      game.play(withPlayer(stageOf({ seed: 8 + i, folder: profile }), { options: { ...options } }))
      await game.waitFor('the play to be sent', () => setup.proxy.submissions().length > before)
      const { modifiers } = submission.parse(JSON.parse(setup.proxy.submissions().at(-1)?.body ?? ''))
      expect(modifiers.speed).toEqual(speed)
      game.backToWheel()
    }
  })

  it('is sent once if its evaluation opens twice; the same song played twice is two plays', async () => {
    const { game, player, profile } = await setup.startForNewPlayer()

    game.play(stageOf({ seed: 6, folder: profile, skill: 0.5 }))
    await game.waitForText('Saved')
    game.screen('ScreenEvaluationStage')
    await game.waitForText('Saved')
    game.backToWheel()
    game.play(stageOf({ seed: 6, folder: profile, skill: 0.6 }))
    await setup.waitForPlays(player, 2, game)
  })

  it('is sent after requests of other modules that are ahead in the queue', async () => {
    const { game, profile } = await setup.startForNewPlayer()
    setup.proxy.inject({ kind: 'drop-response' }, { times: 1, path: '/elsewhere' })
    game.setTimeoutScale(0.05)
    game.evaluate(
      `NETWORK:HttpRequest({ url = "${setup.proxy.url}/elsewhere", transferTimeout = 20, onResponse = function() end })`,
    )
    game.play(stageOf({ seed: 7, folder: profile }))
    await game.waitForText('Saved')
  })
})
