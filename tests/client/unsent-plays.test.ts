import { deferred } from '@stepledger/services/platform/async/deferred-in-tests.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { gameSetup } from './game/game-setup.ts'
import { createProfile, journalOf } from './game/profiles.ts'
import { stageOf } from './game/world.ts'

let setup: Awaited<ReturnType<typeof gameSetup>>
beforeAll(async () => {
  setup = await gameSetup()
})
afterAll(() => setup.stop())
afterEach(() => setup.endGames())

describe('a play', () => {
  it.each([
    [413, 'The body must be at most 4194304 bytes'],
    [422, 'radar is required'],
  ])('rejected with %i is kept with the reason and not sent again', async (status, error) => {
    const { folder, profile } = await setup.addPlayerWithMachine()
    const game = await setup.start({ folder })
    setup.proxy.inject({ kind: 'respond', status, body: JSON.stringify({ error }) }, { path: '/play' })

    game.play(stageOf({ seed: 61, folder: profile }))
    await game.waitForText(error)
    const attempts = setup.proxy.submissions().length
    game.draw(500, 1)

    expect(setup.proxy.submissions()).toHaveLength(attempts)
    const [line = ''] = await journalOf(folder, profile)
    expect(JSON.parse(line)).toMatchObject({ state: 'rejected', reason: error })
  })

  it('with a wrong key waits for another key', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    await createProfile(folder, '00000000', setup.ini('sl_thiskeywasdeleted'))
    const game = await setup.start({ folder })

    game.play(stageOf({ seed: 62, folder: profile }))
    await game.waitForText('The key was deleted or is wrong')
    await setup.waitForJournal(game, folder, profile, 1)
    const attempts = setup.proxy.submissions().length
    game.draw(500, 1)
    expect(setup.proxy.submissions()).toHaveLength(attempts)

    await createProfile(folder, '00000000', setup.ini(player.key))
    game.backToWheel()
    await setup.waitForPlays(player, 1, game)
  })

  it('whose wrong key is replaced during the request is sent under the new key', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    await createProfile(folder, '00000000', setup.ini('sl_thiskeywasdeleted'))
    const game = await setup.start({ folder })
    const [until, release] = deferred()
    setup.proxy.inject({ kind: 'delay', until }, { times: 1, path: '/play' })
    const before = setup.proxy.requests.length

    game.play(stageOf({ seed: 65, folder: profile }))
    await game.waitFor('a request in flight', () => setup.proxy.requests.length > before)
    await createProfile(folder, '00000000', setup.ini(player.key))
    game.backToWheel()
    release()

    await setup.waitForPlays(player, 1, game)
    await game.waitForText(player.alias)
  })

  it('under the key of another player waits for the key of its own player', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const other = await setup.addPlayer()
    const game = await setup.start({ folder })
    game.join(stageOf({ seed: 63, folder: profile }))
    game.screen('ScreenSelectMusic')
    await game.waitForText(player.alias)
    setup.proxy.inject({ kind: 'refuse' })
    game.play(stageOf({ seed: 63, folder: profile }))
    await game.waitForText('1 waiting')
    setup.proxy.clearFaults()

    await createProfile(folder, '00000000', setup.ini(other.key))
    game.backToWheel()
    await game.waitForText(other.alias)
    game.draw(500, 1)
    expect(await setup.playsOf(other)).toEqual([])
    await setup.waitForJournal(game, folder, profile, 1)

    await createProfile(folder, '00000000', setup.ini(player.key))
    game.backToWheel()
    await setup.waitForPlays(player, 1, game)
  })

  it('blocked by the game waits, and the screen shows the line for Preferences.ini', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const game = await setup.start({ folder, allowHosts: '*.groovestats.com,*.itgmania.com' })

    game.play(stageOf({ seed: 64, folder: profile }))
    await game.waitForText('Your play is kept. Press left to read more')
    game.press('MenuLeft')
    await game.waitForText('HttpAllowHosts=*.groovestats.com,127.0.0.1, *.itgmania.com')
    await setup.waitForJournal(game, folder, profile, 1)
    game.quit()

    const allowed = await setup.start({ folder })
    allowed.join(stageOf({ seed: 64, folder: profile }))
    allowed.screen('ScreenSelectMusic')
    await setup.waitForPlays(player, 1, allowed)
  })
})
