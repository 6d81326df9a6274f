import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { gamesAtServer } from './game/at-server.ts'
import { journalOf } from './game/run-game.ts'
import { stageOf, withPlayer } from './game/world.ts'

/** Between the last step of a song and the evaluation screen, 1.5 s in Simply Love: the play is put down there. */
let at: Awaited<ReturnType<typeof gamesAtServer>>
beforeAll(async () => {
  at = await gamesAtServer()
})
afterAll(() => at.stop())
afterEach(() => at.endGames())

const journalLine = z.object({ play: z.looseObject({ timingData: z.array(z.unknown()) }) })
const postedPlays = () => at.line.seen.filter(({ path }) => path.endsWith('/play')).map(({ body }) => body)

async function newcomer() {
  const made = await at.newcomer()
  return { ...made, game: await at.start({ folder: made.folder }) }
}

describe('at the end of a song', () => {
  it.each([
    { rows: 1_000, frames: 3 },
    { rows: 20_000, frames: 16 },
  ])('a play of $rows rows is on the disk $frames frames later', async ({ rows, frames }) => {
    const { game, folder, profile } = await newcomer()
    game.playSong(stageOf({ seed: 80, folder: profile, rows }))
    const frame = async (nth: number): Promise<number> => {
      game.draw(1)
      const file = join(folder, profile, 'Stepledger/plays-1.jsonl')
      const text = await readFile(file, 'utf8').catch(() => '')
      return text === '' && nth < 200 ? frame(nth + 1) : nth
    }
    expect(await frame(1)).toBeLessThanOrEqual(frames)
  })

  it('the machine may die: the play is sent when it is on again', async () => {
    const { game, folder, profile, player } = await newcomer()
    game.playSong(stageOf({ seed: 81, folder: profile }))
    game.draw(5)
    game.kill()
    expect(await at.playsOf(player)).toEqual([])

    const again = await at.start({ folder, localProfiles: ['00000000'] })
    again.screen('ScreenTitleMenu')
    await at.hasPlays(player, 1, again)
    await at.journalHolds(again, folder, profile, 0)
  })

  it('nothing is sent before the evaluation, and then what was put down, once', async () => {
    const { game, folder, profile, player } = await newcomer()
    const before = postedPlays().length
    game.playSong(stageOf({ seed: 82, folder: profile }))
    game.draw(90)
    const lines = await journalOf(folder, profile)
    expect(postedPlays().length).toBe(before)

    game.screen('ScreenEvaluationStage')
    await at.hasPlays(player, 1, game)
    await at.journalHolds(game, folder, profile, 0)
    expect(postedPlays().slice(before)).toEqual(
      lines.map((line) => line.slice(line.indexOf('"play":') + 7, -1)),
    )
  })

  it('a song that is left has no evaluation, and is no play', async () => {
    const { game, folder, profile, player } = await newcomer()
    const stage = stageOf({ seed: 83, folder: profile, rows: 100 })
    const stats = { ...stage.players.P1?.stats, rowsPossible: 400 }
    game.playSong(withPlayer(stage, { stats }))
    game.draw(90)
    expect(await journalOf(folder, profile)).toEqual([])
    game.playSong(stage)
    game.draw(90)
    expect(await journalOf(folder, profile)).toHaveLength(1)

    game.screen('ScreenSelectMusic')
    await at.journalHolds(game, folder, profile, 0)
    await game.until('the light', () => game.text().includes(player.alias))
    expect(await at.playsOf(player)).toEqual([])
  })

  it('a song that is restarted is a play only the last time', async () => {
    const { game, folder, profile, player } = await newcomer()
    const before = postedPlays().length
    game.playSong(stageOf({ seed: 85, folder: profile, rows: 100 }))
    game.draw(90)
    game.playSong(stageOf({ seed: 85, folder: profile, rows: 120 }))
    game.draw(90)
    expect(await journalOf(folder, profile)).toHaveLength(1)

    game.screen('ScreenEvaluationStage')
    await at.hasPlays(player, 1, game)
    await at.journalHolds(game, folder, profile, 0)
    expect(
      postedPlays()
        .slice(before)
        .map((body) => journalLine.parse({ play: JSON.parse(body) }).play.timingData.length),
    ).toEqual([120])
  })

  it('what the evaluation knows better replaces it', async () => {
    const { game, folder, profile, player } = await newcomer()
    // As after a song before: the wheel knows whose plays may be sent.
    game.hover(stageOf({ seed: 84, folder: profile, rows: 100 }))
    await game.until('the light', () => game.text().includes(player.alias))
    game.playSong(stageOf({ seed: 84, folder: profile, rows: 100 }))
    game.draw(90)
    game.evaluate('local rows = SL.P1.Stages.Stats[1].sequential_offsets rows[#rows + 1] = { 500, "Miss" }')
    const before = postedPlays().length
    game.screen('ScreenEvaluationStage')
    await at.hasPlays(player, 1, game)
    await at.journalHolds(game, folder, profile, 0)
    const sent = postedPlays().slice(before)
    expect(sent.map((body) => journalLine.parse({ play: JSON.parse(body) }).play.timingData.length)).toEqual([
      101,
    ])
  })
})
