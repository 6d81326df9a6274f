import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { gameSetup } from './game/game-setup.ts'
import { journalOf } from './game/profiles.ts'
import { stageOf, withPlayer } from './game/world.ts'

/** A play is captured between the last step and the evaluation screen, which are 1.5 s apart in Simply Love. */
let setup: Awaited<ReturnType<typeof gameSetup>>
beforeAll(async () => {
  setup = await gameSetup()
})
afterAll(() => setup.stop())
afterEach(() => setup.endGames())

const journalLine = z.object({ play: z.looseObject({ timingData: z.array(z.unknown()) }) })
const submittedBodies = () => setup.proxy.submissions().map(({ body }) => body)

describe('at the end of a song', () => {
  it.each([
    { rows: 1_000, frames: 3 },
    { rows: 20_000, frames: 16 },
  ])('a play of $rows rows is on disk after $frames frames', async ({ rows, frames }) => {
    const { game, folder, profile } = await setup.startForNewPlayer()
    game.playSong(stageOf({ seed: 80, folder: profile, rows }))
    const frame = async (nth: number): Promise<number> => {
      game.draw(1)
      const file = join(folder, profile, 'Stepledger/plays-1.jsonl')
      const text = await readFile(file, 'utf8').catch(() => '')
      return text === '' && nth < 200 ? frame(nth + 1) : nth
    }
    expect(await frame(1)).toBeLessThanOrEqual(frames)
  })

  it('a play of a routine, which has a gameplay screen of its own, is on disk before the evaluation', async () => {
    const { game, folder, profile } = await setup.startForNewPlayer()
    game.playSong({ ...stageOf({ seed: 79, folder: profile }), style: 'routine' })
    game.draw(5)
    expect(await journalOf(folder, profile)).toHaveLength(1)
  })

  it('a power cut does not lose the play: it is sent after a restart', async () => {
    const { game, folder, profile, player } = await setup.startForNewPlayer()
    game.playSong(stageOf({ seed: 81, folder: profile }))
    game.draw(5)
    game.kill()
    expect(await setup.playsOf(player)).toEqual([])

    const again = await setup.start({ folder, localProfiles: ['00000000'] })
    again.screen('ScreenTitleMenu')
    await setup.waitForPlays(player, 1, again)
    await setup.waitForJournal(again, folder, profile, 0)
  })

  it('nothing is sent before the evaluation; then the captured play is sent once', async () => {
    const { game, folder, profile, player } = await setup.startForNewPlayer()
    const before = submittedBodies().length
    game.playSong(stageOf({ seed: 82, folder: profile }))
    game.draw(90)
    const lines = await journalOf(folder, profile)
    expect(submittedBodies().length).toBe(before)

    game.screen('ScreenEvaluationStage')
    await setup.waitForPlays(player, 1, game)
    await setup.waitForJournal(game, folder, profile, 0)
    expect(submittedBodies().slice(before)).toEqual(
      lines.map((line) => line.slice(line.indexOf('"play":') + 7, -1)),
    )
  })

  it('a song that the player leaves is not a play', async () => {
    const { game, folder, profile, player } = await setup.startForNewPlayer()
    const stage = stageOf({ seed: 83, folder: profile, rows: 100 })
    const stats = { ...stage.players.P1?.stats, rowsPossible: 400 }
    game.playSong(withPlayer(stage, { stats }))
    game.draw(90)
    expect(await journalOf(folder, profile)).toEqual([])
    game.playSong(stage)
    game.draw(90)
    expect(await journalOf(folder, profile)).toHaveLength(1)

    game.screen('ScreenSelectMusic')
    await setup.waitForJournal(game, folder, profile, 0)
    await game.waitFor('the status light', () => game.text().includes(player.alias))
    expect(await setup.playsOf(player)).toEqual([])
  })

  it('a restarted song is one play, the last one', async () => {
    const { game, folder, profile, player } = await setup.startForNewPlayer()
    const before = submittedBodies().length
    game.playSong(stageOf({ seed: 85, folder: profile, rows: 100 }))
    game.draw(90)
    game.playSong(stageOf({ seed: 85, folder: profile, rows: 120 }))
    game.draw(90)
    expect(await journalOf(folder, profile)).toHaveLength(1)

    game.screen('ScreenEvaluationStage')
    await setup.waitForPlays(player, 1, game)
    await setup.waitForJournal(game, folder, profile, 0)
    expect(
      submittedBodies()
        .slice(before)
        .map((body) => journalLine.parse({ play: JSON.parse(body) }).play.timingData.length),
    ).toEqual([120])
  })

  it('a list of steps that has changed at the evaluation replaces the captured one', async () => {
    const { game, folder, profile, player } = await setup.startForNewPlayer()
    // As after an earlier song: the key is already checked.
    game.hover(stageOf({ seed: 84, folder: profile, rows: 100 }))
    await game.waitFor('the status light', () => game.text().includes(player.alias))
    game.playSong(stageOf({ seed: 84, folder: profile, rows: 100 }))
    game.draw(90)
    game.evaluate('local rows = SL.P1.Stages.Stats[1].sequential_offsets rows[#rows + 1] = { 500, "Miss" }')
    const before = submittedBodies().length
    game.screen('ScreenEvaluationStage')
    await setup.waitForPlays(player, 1, game)
    await setup.waitForJournal(game, folder, profile, 0)
    const sent = submittedBodies().slice(before)
    expect(sent.map((body) => journalLine.parse({ play: JSON.parse(body) }).play.timingData.length)).toEqual([
      101,
    ])
  })
})
