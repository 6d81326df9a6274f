import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { itLong } from '../length.ts'
import { call } from '../system/client.ts'
import { gameSetup } from './game/game-setup.ts'
import { journalOf } from './game/profiles.ts'
import type { Game } from './game/run-game.ts'
import { type Stage, stageOf, withPlayer } from './game/world.ts'

let setup: Awaited<ReturnType<typeof gameSetup>>
beforeAll(async () => {
  setup = await gameSetup()
})
afterAll(() => setup.stop())
afterEach(() => setup.endGames())

describe('the disk', () => {
  it('that is full loses no play while the server is reachable', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const game = await setup.start({ folder })
    game.disk.setFull(true)

    game.play(stageOf({ seed: 71, folder: profile }))
    await game.waitForText('Saved')
    await setup.waitForPlays(player, 1, game)
  })

  it('that is full, without a network: the player is warned, and the play is written when there is space', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const game = await setup.start({ folder })
    setup.proxy.inject({ kind: 'refuse' })
    game.disk.setFull(true)

    game.play(stageOf({ seed: 72, folder: profile }))
    await game.waitForText("Don't quit before the play is sent.")
    game.disk.setFull(false)
    await game.waitFor('the play on disk', async () => (await journalOf(folder, profile)).length === 1)
    game.quit()
    setup.proxy.clearFaults()

    const again = await setup.start({ folder })
    again.join(stageOf({ seed: 72, folder: profile }))
    again.screen('ScreenSelectMusic')
    await setup.waitForPlays(player, 1, again)
  })

  itLong('gets several files for long plays that wait, and all of them are sent', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const game = await setup.start({ folder })
    setup.proxy.inject({ kind: 'refuse' })
    for (const [nth, seed] of [701, 702].entries()) {
      game.play(stageOf({ seed, rows: 25_000, folder: profile }))
      await game.waitForText(`${nth + 1} waiting`)
      game.backToWheel()
    }
    const files = await readdir(join(folder, profile, 'Stepledger'))
    expect(files.filter((file) => file.endsWith('.jsonl')).sort()).toEqual(['plays-1.jsonl', 'plays-2.jsonl'])
    setup.proxy.clearFaults()

    await game.waitFor('an empty journal', async () => (await journalOf(folder, profile)).length === 0)
    await setup.waitForPlays(player, 2, game)
  })

  it('that has damaged a line loses only this play, and keeps the rest of the line', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const evening = await setup.start({ folder })
    setup.proxy.inject({ kind: 'refuse' })
    for (const seed of [73, 74, 75]) {
      evening.play(stageOf({ seed, folder: profile }))
      evening.draw(10)
      evening.backToWheel()
    }
    evening.quit()
    setup.proxy.clearFaults()
    const path = join(folder, profile, 'Stepledger/plays-1.jsonl')
    const [first = '', second = '', third = ''] = (await readFile(path, 'utf8')).split('\n')
    const middle = second.length / 2
    const holes = `${second.slice(0, middle)}\0\0\0${second.slice(middle + 3)}`
    await writeFile(path, `${first}\n${holes}\n${third}\n`)

    const game = await setup.start({ folder })
    game.join(stageOf({ seed: 73, folder: profile }))
    game.screen('ScreenSelectMusic')
    await setup.waitForPlays(player, 2, game)
    await game.waitForText('2 damaged')
    const kept = (await journalOf(folder, profile)).join('')
    expect(kept).toContain(second.slice(0, middle))
    expect(kept).toContain(second.slice(middle + 3))
  })

  it('that has a truncated or changed line sends no play from it', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const evening = await setup.start({ folder })
    setup.proxy.inject({ kind: 'refuse' })
    evening.play(stageOf({ seed: 76, folder: profile }))
    await evening.waitForText('1 waiting')
    evening.quit()
    setup.proxy.clearFaults()
    const path = join(folder, profile, 'Stepledger/plays-1.jsonl')
    const line = (await readFile(path, 'utf8')).trim()
    await writeFile(path, `${line.replace('"passed":true', '"passed":fals')}\n${line.slice(0, -40)}\n{}\n\n`)

    const game = await setup.start({ folder })
    game.join(stageOf({ seed: 76, folder: profile }))
    game.screen('ScreenSelectMusic')
    await game.waitForText('3 damaged')
    game.draw(200, 1)
    expect(await setup.playsOf(player)).toEqual([])
  })
})

describe('a memory card', () => {
  const card = '/@mc1/ITGmania/'

  /** A machine on which cards are mounted only while the game loads their profiles, as on Linux. */
  const machineWithCards = async () => {
    const folder = await setup.addMachine()
    const slot = join(folder, card)
    return {
      folder,
      async loadProfile(game: Game, key: string, stage: Stage) {
        await mkdir(slot, { recursive: true })
        await writeFile(join(slot, 'Stepledger.ini'), setup.ini(key))
        game.join(stage)
        game.evaluate('ParseGrooveStatsIni("PlayerNumber_P1")')
        await rm(slot, { recursive: true })
      },
    }
  }
  const playOn = (guid: string, seed: number) => withPlayer(stageOf({ seed, folder: card }), { guid })

  it('sends plays although the game has it mounted only while it loads the profile', async () => {
    const ada = await setup.addPlayer()
    const { folder, loadProfile } = await machineWithCards()
    const game = await setup.start({ folder })

    await loadProfile(game, ada.key, playOn('ada', 77))
    game.screen('ScreenSelectMusic')
    await game.waitForText(ada.alias)
    game.play(playOn('ada', 77))
    await game.waitForText('Saved')

    await setup.waitForPlays(ada, 1, game)
  })

  it('has its plays wait on the machine, apart from those of other cards, until it is inserted again', async () => {
    const ada = await setup.addPlayer()
    const ben = await setup.addPlayer()
    const { folder, loadProfile } = await machineWithCards()
    const first = await setup.start({ folder })
    setup.proxy.inject({ kind: 'refuse' })
    await loadProfile(first, ada.key, playOn('ada', 77))
    first.play(playOn('ada', 77))
    await first.waitForText('1 waiting')
    first.kill()
    setup.proxy.clearFaults()

    const game = await setup.start({ folder })
    await loadProfile(game, ben.key, playOn('ben', 78))
    game.play(playOn('ben', 78))
    await setup.waitForPlays(ben, 1, game)
    expect(await setup.playsOf(ada)).toEqual([])

    game.screen('ScreenTitleMenu')
    await loadProfile(game, ada.key, playOn('ada', 77))
    game.screen('ScreenSelectMusic')
    await setup.waitForPlays(ada, 1, game)
    await setup.waitForPlays(ben, 1, game)
  })
})

describe('the clock of the machine', () => {
  it.each([
    ['a year behind', -365 * 86_400_000],
    ['a year ahead', 365 * 86_400_000],
  ])('that is %s does not change the time of a play', async (_how, off) => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const game = await setup.start({ folder, localTime: new Date(Date.now() + off) })
    const from = Date.now()

    game.play(stageOf({ seed: 81, folder: profile }))
    await game.waitForText('Saved')
    await setup.waitForPlays(player, 1, game)

    const [id] = await setup.playsOf(player)
    const { body } = await call(`${setup.server.url}/api/play/${id}`)
    const { createdAt } = z.object({ createdAt: z.string() }).parse(body)
    expect(Math.abs(Date.parse(createdAt) - from)).toBeLessThan(60_000)
  })
})
