import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isLong, withLong } from '../length.ts'
import { gameSetup } from './game/game-setup.ts'
import { createProfile, journalOf } from './game/profiles.ts'
import { stageOf, versusStage } from './game/world.ts'

/** The game ends at the worst moments: no play is lost once it is in the journal. */
let setup: Awaited<ReturnType<typeof gameSetup>>
beforeAll(async () => {
  setup = await gameSetup()
})
afterAll(() => setup.stop())
afterEach(() => setup.endGames())

/** Creates two players with profiles on one machine, and a stage that they play together. */
async function twoPlayers(seed: number) {
  const { player, folder, profile } = await setup.addPlayerWithMachine()
  const other = await setup.addPlayer()
  const second = await createProfile(folder, '00000001', setup.ini(other.key))
  return {
    player,
    other,
    folder,
    profiles: [profile, second] as const,
    stage: versusStage({ seed, folders: [profile, second] }),
  }
}
type TwoPlayers = Awaited<ReturnType<typeof twoPlayers>>

/** Starts the game again, and checks that the plays that were in a journal are on the server, once each. */
async function expectPlaysAfterRestart(
  { player, other, folder, profiles, stage }: TwoPlayers,
  written: readonly number[],
) {
  const game = await setup.start({ folder })
  game.join(stage)
  game.screen('ScreenSelectMusic')
  await setup.waitForPlays(player, written[0] ?? 0, game)
  await setup.waitForPlays(other, written[1] ?? 0, game)
  await game.waitFor('nothing waits', async () => {
    const [one, two] = await Promise.all(profiles.map((profile) => journalOf(folder, profile)))
    return one?.length === 0 && two?.length === 0
  })
  expect(game.scriptErrors()).toBe('')
  game.quit()
}

/** Returns the operations on disk and network for one song of two players. */
async function operationsOfOneSong(): Promise<string[]> {
  const players = await twoPlayers(90)
  const game = await setup.start({ folder: players.folder })
  game.play(players.stage)
  await game.waitFor('both saved', () => game.text().split('Saved').length === 3)
  await game.waitFor('the panel', () => game.text().includes('H'))
  game.draw(60)
  const operations = [...game.operations]
  game.quit()
  return operations
}

describe('a power cut', () => {
  it('after any operation on disk or network loses and duplicates no play', async () => {
    const operations = await operationsOfOneSong()
    const firstWritten = operations.findIndex((operation) => operation.startsWith('rename')) + 1
    expect(operations.slice(0, firstWritten)).toEqual([
      'open /Save/LocalProfiles/00000000/Stepledger/plays-1.jsonl',
      'write',
      'rename /Save/LocalProfiles/00000000/Stepledger/plays-1.jsonl',
    ])
    expect(operations.length).toBeGreaterThan(8)

    for (let killAfter = 1; killAfter <= operations.length; killAfter += isLong ? 1 : 4) {
      const players = await twoPlayers(1000 + killAfter)
      const game = await setup.start({ folder: players.folder, killAfter })
      game.play(players.stage)
      await game.waitFor(`killed after ${killAfter}`, () => game.isDead())
      const writtenPlays = ['00000000', '00000001'].map((id) =>
        game.operations.some((operation) => operation.startsWith('rename') && operation.includes(id)) ? 1 : 0,
      )
      game.kill()
      await expectPlaysAfterRestart(players, writtenPlays)
    }
  })
})

describe('quitting the game', () => {
  it.each(withLong([1, 5], [2, 3, 8, 13]))(
    'after %i frames of the evaluation screen loses and duplicates no play',
    async (frames) => {
      const players = await twoPlayers(2000 + frames)
      const game = await setup.start({ folder: players.folder })
      game.play(players.stage)
      game.draw(frames)
      game.quit()
      await expectPlaysAfterRestart(players, [1, 1])
    },
  )

  it('while a request of another module is ahead in the queue leaves the play in the journal', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const game = await setup.start({ folder })
    setup.proxy.inject({ kind: 'drop-response' }, { path: '/elsewhere' })
    game.evaluate(
      `NETWORK:HttpRequest({ url = "${setup.proxy.url}/elsewhere", onResponse = function() end })`,
    )
    game.play(stageOf({ seed: 91, folder: profile }))
    game.draw(30)
    game.quit()
    expect(await journalOf(folder, profile)).toHaveLength(1)
    expect(await setup.playsOf(player)).toEqual([])

    const again = await setup.start({ folder })
    again.join(stageOf({ seed: 91, folder: profile }))
    again.screen('ScreenSelectMusic')
    await setup.waitForPlays(player, 1, again)
    again.quit()
  })
})
