import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { gamesAtServer } from './game/at-server.ts'
import { journalOf, profileIn } from './game/run-game.ts'
import { stageOf, versusStage } from './game/world.ts'

/**
 * The game ends at the worst moments. From the moment that a play is in the journal, which is in the first frames of
 * the evaluation, it is never lost.
 */
let at: Awaited<ReturnType<typeof gamesAtServer>>
beforeAll(async () => {
  at = await gamesAtServer()
})
afterAll(() => at.stop())
afterEach(() => at.endGames())

/** Two players on one machine, who play a song together. */
async function twoPlayers(seed: number) {
  const { player, folder, profile } = await at.newcomer()
  const other = await at.addPlayer()
  const second = await profileIn(folder, '00000001', at.ini(other.key))
  return {
    player,
    other,
    folder,
    profiles: [profile, second] as const,
    stage: versusStage({ seed, folders: [profile, second] }),
  }
}
type TwoPlayers = Awaited<ReturnType<typeof twoPlayers>>

/** The game is started again, the players come back, and every play that was in a journal is on the server, once. */
async function comesBack({ player, other, folder, profiles, stage }: TwoPlayers, written: readonly number[]) {
  const game = await at.start({ folder })
  game.join(stage)
  game.screen('ScreenSelectMusic')
  await at.hasPlays(player, written[0] ?? 0, game)
  await at.hasPlays(other, written[1] ?? 0, game)
  await game.until('nothing waits', async () => {
    const [one, two] = await Promise.all(profiles.map((profile) => journalOf(folder, profile)))
    return one?.length === 0 && two?.length === 0
  })
  expect(game.scriptErrors()).toBe('')
  game.quit()
}

/** All that a machine of two players does with its disk and its network for one song. */
async function operationsOfOneSong(): Promise<string[]> {
  const players = await twoPlayers(90)
  const game = await at.start({ folder: players.folder })
  game.play(players.stage)
  await game.until('both saved', () => game.text().split('Saved').length === 3)
  await game.until('the panel', () => game.text().includes('H'))
  game.draw(60)
  const operations = [...game.operations]
  game.quit()
  return operations
}

describe('the plug is pulled', () => {
  it('after each operation on disk and network in turn: each play is there once', async () => {
    const operations = await operationsOfOneSong()
    const firstWritten = operations.findIndex((operation) => operation.startsWith('rename')) + 1
    expect(operations.slice(0, firstWritten)).toEqual([
      'open /Save/LocalProfiles/00000000/Stepledger/plays-1.jsonl',
      'write',
      'rename /Save/LocalProfiles/00000000/Stepledger/plays-1.jsonl',
    ])
    expect(operations.length).toBeGreaterThan(12)

    for (let killAfter = 1; killAfter <= operations.length; killAfter++) {
      const players = await twoPlayers(1000 + killAfter)
      const game = await at.start({ folder: players.folder, killAfter })
      game.play(players.stage)
      await game.until(`killed after ${killAfter}`, () => game.isDead())
      const promised = ['00000000', '00000001'].map((id) =>
        game.operations.some((operation) => operation.startsWith('rename') && operation.includes(id)) ? 1 : 0,
      )
      game.kill()
      await comesBack(players, promised)
    }
  })
})

describe('the player quits', () => {
  it.each([1, 2, 3, 5, 8, 13])(
    'after %i frames of the evaluation screen: the play is there once',
    async (frames) => {
      const players = await twoPlayers(2000 + frames)
      const game = await at.start({ folder: players.folder })
      game.play(players.stage)
      game.draw(frames)
      game.quit()
      await comesBack(players, [1, 1])
    },
  )

  it('behind a request of others, which the game then never sends: the play waits', async () => {
    const { player, folder, profile } = await at.newcomer()
    const game = await at.start({ folder })
    at.line.trouble({ kind: 'silent' }, { path: '/elsewhere' })
    game.evaluate(`NETWORK:HttpRequest({ url = "${at.line.url}/elsewhere", onResponse = function() end })`)
    game.play(stageOf({ seed: 91, folder: profile }))
    game.draw(30)
    game.quit()
    expect(await journalOf(folder, profile)).toHaveLength(1)
    expect(await at.playsOf(player)).toEqual([])

    const again = await at.start({ folder })
    again.join(stageOf({ seed: 91, folder: profile }))
    again.screen('ScreenSelectMusic')
    await at.hasPlays(player, 1, again)
    again.quit()
  })
})
