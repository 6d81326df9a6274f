import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiKey, deviceLink } from '@stepledger/contracts/http/api-keys.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { postgresForTests } from '../../scripts/services.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { startLocalSystem } from '../system/local-system.ts'
import { gameSetup } from './game/game-setup.ts'
import { createProfile } from './game/profiles.ts'
import type { Game } from './game/run-game.ts'
import { type Stage, stageOf, versusStage, withPlayer } from './game/world.ts'

let setup: Awaited<ReturnType<typeof gameSetup>>
beforeAll(async () => {
  setup = await gameSetup()
})
afterAll(() => setup.stop())
afterEach(() => {
  setup.proxy.forwardTo(setup.server.url)
  setup.endGames()
})

const offer = 'Press SELECT to link your account'
const polls = () => setup.proxy.requests.filter(({ path }) => path === '/v1/device/token').length
const upOf = (game: Game) => Number(game.evaluate('return world.up'))

/** The codes of letters on the screen, from left to right. */
const lettersOn = (game: Game) =>
  game
    .lines()
    .filter(({ text }) => /^[B-Z]{4}-[B-Z]{4}$/.test(text))
    .toSorted((a, b) => a.x - b.x)
    .map(({ text }) => text)

/** Waits for so many codes of letters with their QR codes, and returns the letters. */
async function waitForCodes(game: Game, count = 1): Promise<string[]> {
  await game.waitFor(
    `${count} codes`,
    () => lettersOn(game).length === count && game.codes().length === count,
  )
  return lettersOn(game)
}

/** The player decides about a code on the page. */
async function decide(player: Player, code: string | undefined, allow: boolean, url = setup.server.url) {
  const body = allow ? { allow, name: 'Arcade left' } : { allow }
  const answer = await call(`${url}/api/device/${code}`, { token: player.token, body })
  expect([answer.status, answer.body]).toEqual([200, expect.anything()])
}

async function keysOf(player: Player) {
  const { body } = await call(`${setup.server.url}/api/api-keys`, { token: player.token })
  return z.object({ apiKeys: z.array(apiKey) }).parse(body).apiKeys
}

const iniOf = (folder: string, profile: string) => readFile(join(folder, profile, 'Stepledger.ini'), 'utf8')

/** Starts a game on the song wheel of a machine whose profile has no key, and shows a code. */
async function showCode(seed: number, options: object = {}) {
  const player = await setup.addPlayer()
  const { folder, profiles } = await setup.addMachineToLink()
  const [profile = ''] = profiles
  const stage = stageOf({ seed, folder: profile })
  const game = await setup.start({ folder, ...options })
  game.hover(stage)
  await game.waitForText(offer)
  game.press('Select')
  const [code] = await waitForCodes(game)
  return { player, folder, profile, stage, game, code }
}

/** The same for a guest. */
async function showCodeToGuest(seed: number, options: object = {}) {
  const player = await setup.addPlayer('visitor')
  const { folder } = await setup.addMachineToLink(0)
  const stage = stageOf({ seed, folder: '' })
  const game = await setup.start({ folder, ...options })
  game.hover(stage)
  await game.waitForText('Guest: nothing is sent. Press SELECT to link your account.')
  game.press('Select')
  const [code] = await waitForCodes(game)
  return { player, folder, stage, game, code }
}

/** Links the guest, and waits until the key is confirmed. */
async function linkGuest(game: Game, player: Player, code: string | undefined) {
  await decide(player, code, true)
  await game.waitForText(`Linked to ${player.alias}`)
  await game.waitForText(`${player.alias}, this session only`)
}

describe('linking a game', () => {
  it('writes the key of the account into the profile, with which plays are sent', async () => {
    // Given a game whose clock is wrong, on the wheel, with a profile without a key
    const options = { localTime: new Date('2001-01-01'), preferences: { MachineName: 'Left cabinet' } }
    const { player, folder, profile, stage, game, code } = await showCode(201, options)

    // Then a phone can read the code, and the window says where and how long it is valid
    expect(game.codes()).toEqual([expect.stringMatching(new RegExp(`^https?://[^/]+/link\\?code=${code}$`))])
    expect(game.text()).toMatch(/Link your account Profile 00000000 Scan the code, or open \S+\/link/)
    expect(game.text()).toMatch(/valid for 1[45]:\d\d/)
    expect(game.text()).toContain('Press SELECT to close the code')
    const seen = await call(`${setup.server.url}/api/device/${code}`, { token: player.token })
    expect(deviceLink.parse(seen.body)).toMatchObject({ client: 'ITGmania 0.9.0', machine: 'Left cabinet' })

    // When the player allows it
    await decide(player, code, true)
    await game.waitForText(`Linked to ${player.alias}`)
    expect(game.codes()).toEqual([])

    // Then the key is in the profile, and the light is on; the window closes by itself
    expect(await iniOf(folder, profile)).toMatch(
      new RegExp(`^\\[Stepledger\\]\nApiKey=sl_\\w{32}\nHost=${setup.proxy.url}\n$`),
    )
    await game.waitFor('the light alone', () => game.text() === player.alias)
    game.play(stage)
    await game.waitForText('Saved H.EX')
    await setup.waitForPlays(player, 1, game)
    expect((await keysOf(player)).map(({ name, machine }) => [name, machine])).toContainEqual([
      'Arcade left',
      'Left cabinet',
    ])
  })

  it('links two players at once, each with a code on their side', async () => {
    const [ada, bob] = [await setup.addPlayer('ada'), await setup.addPlayer('bob')]
    const { folder, profiles } = await setup.addMachineToLink(2)
    const [one = '', two = ''] = profiles
    const game = await setup.start({ folder })
    game.hover(versusStage({ seed: 202, folders: [one, two] }))
    game.press('Select', 'P1')
    game.press('Select', 'P2')
    const [left, right] = await waitForCodes(game, 2)
    expect(game.codes().map((text) => text?.slice(-9))).toEqual([left, right])

    await decide(bob, right, true)
    await game.waitForText(`Linked to ${bob.alias}`)
    expect(lettersOn(game)).toEqual([left])
    await decide(ada, left, true)
    await game.waitForText(`Linked to ${ada.alias}`)
    await game.waitFor('both lights alone', () => game.text() === `${ada.alias} ${bob.alias}`)
    expect(await iniOf(folder, one)).not.toBe(await iniOf(folder, two))
  })

  it('is offered on the title screen for the profile with which a side starts', async () => {
    const player = await setup.addPlayer()
    const { folder, profiles } = await setup.addMachineToLink()
    const preferences = { DefaultLocalProfileIDP1: '00000000', DefaultLocalProfileIDP2: '' }
    const game = await setup.start({ folder, localProfiles: ['00000000'], preferences })
    game.screen('ScreenTitleMenu')
    await game.waitForText(offer)
    game.press('Select')
    const [code] = await waitForCodes(game)

    // The player goes on to the wheel meanwhile.
    game.hover(stageOf({ seed: 203, folder: profiles[0] ?? '' }))
    expect(lettersOn(game)).toEqual([code])
    game.screen('ScreenTitleMenu')
    await decide(player, code, true)
    await game.waitForText(`Linked to ${player.alias}`)
    await game.waitFor('the light alone', () => game.text() === `Stepledger ${player.alias}`)
    expect(await iniOf(folder, profiles[0] ?? '')).toContain('ApiKey=sl_')
  })

  it('keeps the code on the screen while the title screen gives way to others', async () => {
    // Given a code on the title screen, which the game leaves after half a minute without input
    const player = await setup.addPlayer()
    const { folder, profiles } = await setup.addMachineToLink()
    const preferences = { DefaultLocalProfileIDP1: '00000000', DefaultLocalProfileIDP2: '' }
    const game = await setup.start({ folder, localProfiles: ['00000000'], preferences })
    game.screen('ScreenTitleJoin')
    await game.waitForText(offer)
    game.press('Select')
    const [code] = await waitForCodes(game)

    // When the player is busy with the phone, then the code stays
    for (const name of ['ScreenInit', 'ScreenLogo', 'ScreenRankingSingle', 'ScreenRankingDouble']) {
      game.screen(name)
      expect([name, ...lettersOn(game)]).toEqual([name, code])
    }
    await decide(player, code, true)
    await game.waitForText(`Linked to ${player.alias}`)
    await game.waitFor('nothing on the screen', () => game.text() === '')
    game.screen('ScreenTitleJoin')
    await game.waitFor('the light alone', () => game.text() === `Stepledger ${player.alias}`)
    expect(await iniOf(folder, profiles[0] ?? '')).toContain('ApiKey=sl_')
  })

  it('keeps the other lines of a Stepledger.ini, and replaces a key that was deleted', async () => {
    const player = await setup.addPlayer()
    const { folder, profiles } = await setup.addMachineToLink(0)
    const ini = `; mine\r\n[Stepledger]\r\nColour=red\r\nApiKey=${player.key}\r\n\r\n[Other]\r\nKey=1\r\n`
    const profile = await createProfile(folder, '00000000', ini)
    expect(profiles).toEqual([])
    const stage = stageOf({ seed: 204, folder: profile })
    const game = await setup.start({ folder })
    game.hover(stage)
    await game.waitForText(player.alias)
    const [key] = await keysOf(player)
    await call(`${setup.server.url}/api/api-key/${key?.id}`, { method: 'DELETE', token: player.token })

    game.play(stage)
    await game.waitForText('The key was deleted or is wrong Link your account again on the song wheel.')
    game.backToWheel()
    await game.waitForText('Key deleted or wrong: press SELECT to link again, 1 waiting')
    game.press('Select')
    const [code] = await waitForCodes(game)
    await decide(player, code, true)
    await setup.waitForPlays(player, 1, game)
    expect(await iniOf(folder, profile)).toMatch(
      /^; mine\r\n\[Stepledger\]\r\nApiKey=sl_\w{32}\r\nHost=http:\S+\r\nColour=red\r\n\r\n\[Other\]\r\nKey=1\r\n$/,
    )
  })

  it.each([
    [640, 180],
    [854, 287],
  ])('covers neither logo nor panes of the theme on a screen %d px wide', async (width, logo) => {
    // Given two guests, whose windows have the most to say
    const { folder } = await setup.addMachineToLink(0)
    const game = await setup.start({ folder })
    game.evaluate(`SCREEN_WIDTH = ${width}`)
    const windows = () =>
      game
        .lines()
        .filter(({ name, height }) => name === 'Ground' && height > 200)
        .toSorted((a, b) => a.x - b.x)
        .map(({ x, y, width: w, height: h }) => [x - w / 2, x + w / 2, y - h / 2, y + h / 2] as const)
    const clearOf = (area: readonly [number, number, number, number]) =>
      windows().filter(([left, right, top, bottom]) => {
        const [l, r, t, b] = area
        return right <= l || left >= r || bottom <= t || top >= b
      })

    // When both show their codes on the title screen, then between them are logo and menu, below who can start
    game.screen('ScreenTitleMenu')
    game.press('Select', 'P1')
    game.press('Select', 'P2')
    await waitForCodes(game, 2)
    expect(clearOf([logo, width - logo, 0, 480])).toHaveLength(2)
    expect(clearOf([0, width, 452, 480])).toHaveLength(2)
    const [light] = game.lines().filter(({ name, height }) => name === 'Ground' && height < 100)
    expect(clearOf([0, width, 0, (light?.y ?? 480) + (light?.height ?? 0) / 2])).toHaveLength(2)

    // And on the song wheel they leave the header and the panes of the players, and cut nothing in between in half
    game.hover(versusStage({ seed: 208, folders: ['', ''] }))
    await waitForCodes(game, 2)
    expect(clearOf([0, width, 0, 32])).toHaveLength(2)
    expect(clearOf([0, width, 388, 480])).toHaveLength(2)
    expect(windows().every(([left, right]) => left >= 0 && right <= width)).toBe(true)
    expect(windows().every(([, , top, bottom]) => top < 37 && bottom > 383)).toBe(true)
  })

  it('opens by Select alone, as the theme uses it with other buttons, and closes by it', async () => {
    const { folder, profiles } = await setup.addMachineToLink()
    const game = await setup.start({ folder })
    game.hover(stageOf({ seed: 205, folder: profiles[0] ?? '' }))
    const isOpen = () => game.text().includes('Link your account')
    for (const [buttons, opens] of [
      ['Select,MenuLeft', false],
      ['Select,Start', false],
      ['MenuLeft,MenuRight', false],
      ['Select', true],
      ['Select', false],
    ] as const) {
      game.press(buttons)
      expect([buttons, isOpen()]).toEqual([buttons, opens])
    }
    game.evaluate('showThemeOverlay(true)')
    game.press('Select')
    game.evaluate('showThemeOverlay(false)')
    game.draw(1)
    expect(isOpen()).toBe(false)
    // Those of a player who has not joined do nothing.
    game.press('Select', 'P2')
    expect(isOpen()).toBe(false)
    game.press('Select')
    expect(isOpen()).toBe(true)
    game.evaluate('putScreenOnTop("ScreenTextEntry")')
    game.draw(1)
    expect(isOpen()).toBe(false)
  })

  it('opens by both arrows on the title screen of a machine without Select', async () => {
    const { folder, profiles } = await setup.addMachineToLink()
    const preferences = { ThreeKeyNavigation: true, DefaultLocalProfileIDP1: '00000000' }
    const game = await setup.start({ folder, localProfiles: ['00000000'], preferences })
    game.screen('ScreenTitleMenu')
    await game.waitForText('Press left and right together to link your account')
    game.press('MenuLeft')
    game.press('MenuRight')
    expect(game.text()).not.toContain('Link your account')
    game.press('MenuLeft,MenuRight')
    await waitForCodes(game)
    game.press('MenuRight,MenuLeft')
    expect(lettersOn(game)).toEqual([])
    game.hover(stageOf({ seed: 206, folder: profiles[0] ?? '' }))
    await game.waitForText('Nothing is sent. Link your account on the title screen.')
  })

  it('shows the code within the budget of each frame, and letters with it', async () => {
    const { folder, profiles } = await setup.addMachineToLink()
    const game = await setup.start({ folder })
    game.hover(stageOf({ seed: 207, folder: profiles[0] ?? '' }))
    // A hook is of one coroutine.
    game.evaluate(`
      local create = coroutine.create
      function count() instructions = instructions + 100 end
      function coroutine.create(run)
        local thread = create(run)
        debug.sethook(thread, count, "", 100)
        return thread
      end`)
    game.press('Select')
    let longest = 0
    await game.waitFor('a code', () => {
      game.evaluate('instructions = 0 debug.sethook(count, "", 100)')
      game.draw(1)
      longest = Math.max(longest, Number(game.evaluate('debug.sethook() return instructions')))
      expect(lettersOn(game)).toHaveLength(game.codes().length)
      return game.codes().length === 1
    })
    game.evaluate('instructions, count = nil, nil')
    expect(longest).toBeGreaterThan(20_000)
    // As on the evaluation screen, in frames.test.ts.
    expect(longest).toBeLessThan(100_000)
  })
})

describe('a guest', () => {
  it('is linked for the session: plays are sent, and the key is on no disk and gone afterwards', async () => {
    const { player, folder, stage, game, code } = await showCodeToGuest(211)
    expect(game.text()).toContain('As a guest, for this session only')
    expect(game.text()).toContain('Plays not sent by the end of your session are lost.')
    await linkGuest(game, player, code)

    game.play(stage)
    await game.waitForText('Saved H.EX')
    await setup.waitForPlays(player, 1, game)
    game.screen('ScreenGameOver')
    game.draw(10)
    game.hover(stage)
    expect(game.text()).toBe('Guest: nothing is sent. Press SELECT to link your account.')
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    const texts = files
      .filter((file) => file.isFile())
      .map((file) => readFile(join(file.parentPath, file.name), 'utf8'))
    expect((await Promise.all(texts)).join('')).not.toContain('sl_')

    game.play(stage)
    game.draw(60)
    expect(game.text()).toContain('Guests have no profile, so nothing is sent.')
    expect(await setup.playsOf(player)).toHaveLength(1)
  })

  it('sees which plays are not sent yet; they are sent until the session ends, and lost then', async () => {
    const { player, stage, game, code } = await showCodeToGuest(212)
    await linkGuest(game, player, code)
    setup.proxy.inject({ kind: 'refuse' }, { path: '/play' })
    game.play(stage)
    await game.waitForText(
      "The server can't be reached. Your play will be sent again until your session ends.",
    )
    game.backToWheel()
    await game.waitForText('1 unsent, lost at the end')
    setup.proxy.clearFaults()
    await setup.waitForPlays(player, 1, game)

    setup.proxy.inject({ kind: 'refuse' }, { path: '/play' })
    game.play(stageOf({ seed: 213, folder: '' }))
    await game.waitForText('lost')
    game.screen('ScreenTitleMenu')
    setup.proxy.clearFaults()
    game.draw(600, 0.1)
    expect(game.text()).not.toContain(player.alias)
    expect(await setup.playsOf(player)).toHaveLength(1)
  })

  it('can be linked on the title screen before the session, for ten minutes', async () => {
    const player = await setup.addPlayer('early')
    const { folder } = await setup.addMachineToLink(0)
    const game = await setup.start({ folder })
    const linkOnTitle = async () => {
      game.screen('ScreenTitleMenu')
      await game.waitForText('No profile yet, so nothing is sent.')
      await game.waitForText(offer)
      game.press('Select')
      const [code] = await waitForCodes(game)
      await decide(player, code, true)
      await game.waitForText(`Linked to ${player.alias}`)
      await game.waitForText(`${player.alias}, this session only`)
    }

    // The session begins within ten minutes.
    await linkOnTitle()
    game.draw(58, 10)
    game.hover(stageOf({ seed: 214, folder: '' }))
    await game.waitForText(`${player.alias}, this session only`)
    game.draw(100, 10)
    await game.waitForText(`${player.alias}, this session only`)

    // The session ends at the title screen; another one doesn't begin in time.
    await linkOnTitle()
    game.draw(62, 10)
    expect(game.text()).not.toContain(player.alias)
    game.hover(stageOf({ seed: 214, folder: '' }))
    expect(game.text()).toContain('Guest: nothing is sent.')
  })

  it('is told when the key was deleted, and offered to link again', async () => {
    const { player, stage, game, code } = await showCodeToGuest(215)
    await linkGuest(game, player, code)
    for (const { id } of await keysOf(player))
      await call(`${setup.server.url}/api/api-key/${id}`, { method: 'DELETE', token: player.token })
    game.play(stage)
    await game.waitForText('Link your account again on the song wheel before your session ends.')
    game.backToWheel()
    await game.waitForText('press SELECT to link again, 1 unsent')
    game.press('Select')
    const [again] = await waitForCodes(game)
    await decide(player, again, true)
    await setup.waitForPlays(player, 1, game)
  })
})

describe('a code', () => {
  it('that the player refuses is over, and another one can be shown', async () => {
    const { player, folder, profile, game, code } = await showCode(221)
    await decide(player, code, false)
    await game.waitForText('You refused this game. Press SELECT for a new one.')
    const before = polls()
    game.draw(400, 0.25)
    expect(polls()).toBe(before)
    expect(game.text()).toBe(offer)
    expect(existsSync(join(folder, profile, 'Stepledger.ini'))).toBe(false)

    game.press('Select')
    const [next] = await waitForCodes(game)
    expect(next).not.toBe(code)
    await decide(player, next, true)
    await game.waitForText(`Linked to ${player.alias}`)
  })

  it('expires when the server says so, or a minute after its validity without an answer', async () => {
    const { game } = await showCode(222)
    await setup.server.database.pool.query(
      `update accounts.device_links set expires_at = now() - interval '1 s'`,
    )
    await game.waitForText('The code has expired. Press SELECT for a new one.')

    game.press('Select')
    await waitForCodes(game)
    setup.proxy.inject({ kind: 'refuse' })
    const from = upOf(game)
    await game.waitFor('the end', () => {
      game.draw(1, 5)
      return game.text().includes('The code has expired.')
    })
    expect(upOf(game) - from).toBeGreaterThan(900)
    expect(upOf(game) - from).toBeLessThan(1000)
  })

  it('is polled after the interval, and five seconds less often when the server asks for it', async () => {
    const { game, player, code } = await showCode(223)
    const respond = (error: string) =>
      setup.proxy.inject(
        { kind: 'respond', status: 400, body: JSON.stringify({ error }) },
        { times: 2, path: '/token' },
      )
    respond('authorization_pending')
    respond('slow_down')
    const pauses: number[] = []
    const before = polls()
    for (let at = 0, nth = 1; nth <= 5; nth++) {
      await game.waitFor(`poll ${nth}`, () => game.network.busy())
      pauses.push(upOf(game) - at)
      await game.waitFor(`answer ${nth}`, () => polls() === before + nth && !game.network.busy())
      at = upOf(game)
    }
    for (const [i, pause] of pauses.slice(1).entries()) {
      const expected = [5, 5, 10, 15][i] ?? 0
      expect(pause).toBeGreaterThan(expected - 1)
      expect(pause).toBeLessThan(expected + 3)
    }
    await decide(player, code, true)
    await game.waitForText(`Linked to ${player.alias}`)
  })

  it('gives the key again when its answer was lost', async () => {
    const { player, folder, profile, game, code } = await showCode(224, { timeoutScale: 0.05 })
    setup.proxy.inject({ kind: 'drop-response' }, { times: 2, path: '/token' })
    await decide(player, code, true)
    await game.waitForText("The server can't be reached. Trying again.")
    await game.waitForText(`Linked to ${player.alias}`)
    expect(await iniOf(folder, profile)).toContain('ApiKey=sl_')
    expect(await keysOf(player)).toHaveLength(2)
  })

  it('is asked for again and again without a network', async () => {
    const player = await setup.addPlayer()
    const { folder, profiles } = await setup.addMachineToLink()
    const game = await setup.start({ folder })
    setup.proxy.inject({ kind: 'refuse' })
    game.hover(stageOf({ seed: 225, folder: profiles[0] ?? '' }))
    const before = setup.proxy.requests.length
    game.press('Select')
    await game.waitForText("The server can't be reached. Trying again.")
    game.draw(1200, 0.25)
    expect(setup.proxy.requests.length - before).toBeLessThan(20)
    setup.proxy.clearFaults()
    const [code] = await waitForCodes(game)
    expect(game.text()).not.toContain('Trying again')
    await decide(player, code, true)
    await game.waitForText(`Linked to ${player.alias}`)
  })

  it('outlives a restart of the server', async () => {
    const postgres = await postgresForTests()
    const first = await startLocalSystem({ databaseUrl: postgres.url })
    setup.proxy.forwardTo(first.url)
    const player = await newPlayer(first.url, 'patient')
    const { folder, profiles } = await setup.addMachineToLink()
    const game = await setup.start({ folder })
    game.hover(stageOf({ seed: 226, folder: profiles[0] ?? '' }))
    game.press('Select')
    const [code] = await waitForCodes(game)
    await first.stop()
    await game.waitForText('Trying again.')
    expect(lettersOn(game)).toEqual([code])
    const second = await startLocalSystem({ databaseUrl: postgres.url })
    setup.proxy.forwardTo(second.url)
    await decide(player, code, true, second.url)
    await game.waitForText(`Linked to ${player.alias}`)
    game.quit()
    await second.stop()
    await postgres.stop()
  })

  it('is not asked for while the game blocks the host: the line to copy is shown', async () => {
    const { folder, profiles } = await setup.addMachineToLink()
    const game = await setup.start({ folder, allowHosts: '*.groovestats.com,*.itgmania.com' })
    const before = setup.proxy.requests.length
    game.hover(stageOf({ seed: 227, folder: profiles[0] ?? '' }))
    await game.waitForText('The game blocks 127.0.0.1: see 127.0.0.1')
    game.press('Select')
    game.draw(60)
    expect(game.text().replaceAll(', ', ',')).toContain(
      'Close the game and set this line in Preferences.ini:',
    )
    expect(game.text().replaceAll(' ', '')).toContain(
      'HttpAllowHosts=*.groovestats.com,127.0.0.1,*.itgmania.com',
    )
    expect(setup.proxy.requests.length).toBe(before)
    game.press('Select')
    expect(game.text()).not.toContain('Preferences.ini')
  })
})

describe('a profile that is unloaded while its code waits', () => {
  async function twoProfiles(seed: number) {
    const shown = await showCode(seed)
    const second = await createProfile(shown.folder, '00000001', null)
    const isUnlinked = () =>
      [shown.profile, second].map((profile) => existsSync(join(shown.folder, profile, 'Stepledger.ini')))
    return { ...shown, isUnlinked, other: stageOf({ seed, folder: second }) }
  }

  it('ends the link', async () => {
    const { player, game, code, isUnlinked, other } = await twoProfiles(231)
    game.join(other)
    game.draw(2)
    expect(lettersOn(game)).toEqual([])
    await decide(player, code, true)
    const before = polls()
    game.draw(400, 0.25)
    await game.waitFor('nothing under way', () => !game.network.busy())
    expect(polls()).toBe(before)
    expect(isUnlinked()).toEqual([false, false])
  })

  it('gets no key from an answer that is under way, nor does the other profile', async () => {
    const { player, game, code, isUnlinked, other, stage } = await twoProfiles(232)
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    setup.proxy.inject({ kind: 'delay', until }, { path: '/token' })
    await decide(player, code, true)
    const before = polls()
    await game.waitFor('a poll', () => polls() > before)
    game.join(other)
    release()
    await game.waitFor('the answer', () => !game.network.busy())
    game.draw(60)
    expect(isUnlinked()).toEqual([false, false])
    game.join(stage)
    game.draw(60)
    expect(game.text()).toBe(offer)
  })
})

describe('a key that can not be written', () => {
  it('since the game was killed after the answer: linking again works', async () => {
    const killBefore = (operation: string) => operation.endsWith('Stepledger.ini')
    const { player, folder, profile, stage, game, code } = await showCode(241, { killBefore })
    await decide(player, code, true)
    await game.waitFor('the end', () => game.isDead())
    expect(existsSync(join(folder, profile, 'Stepledger.ini'))).toBe(false)

    const again = await setup.start({ folder })
    again.hover(stage)
    await again.waitForText(offer)
    again.press('Select')
    const [next] = await waitForCodes(again)
    await decide(player, next, true)
    await again.waitForText(`Linked to ${player.alias}`)
    expect(await iniOf(folder, profile)).toContain('ApiKey=sl_')
  })

  it('on a full disk is used all the same, and written when there is room', async () => {
    const { player, folder, profile, stage, game, code } = await showCode(242)
    game.disk.setFull(true)
    await decide(player, code, true)
    await game.waitForText(`Linked to ${player.alias} The key can't be written to this profile yet.`)
    expect(existsSync(join(folder, profile, 'Stepledger.ini'))).toBe(false)
    game.play(stage)
    await game.waitForText('Saved H.EX')
    game.disk.setFull(false)
    game.backToWheel()
    await game.waitForText(player.alias)
    expect(await iniOf(folder, profile)).toContain('ApiKey=sl_')
  })

  it('to a memory card that is not mounted is written while the game saves its profile', async () => {
    const player = await setup.addPlayer('card')
    const { folder } = await setup.addMachineToLink(0)
    const card = '/@mc1/ITGmania/'
    const stage: Stage = withPlayer(stageOf({ seed: 243, folder: card }), { guid: 'ada' })
    const game = await setup.start({ folder })
    const slot = join(folder, card)
    const mount = async () => {
      await mkdir(slot, { recursive: true })
      await writeFile(join(slot, 'Editable.ini'), '[Editable]\n')
    }
    await mount()
    game.join(stage)
    game.evaluate('ParseGrooveStatsIni("PlayerNumber_P1")')
    await rm(slot, { recursive: true })
    game.hover(stage)
    await game.waitForText(offer)
    game.press('Select')
    const [code] = await waitForCodes(game)
    await decide(player, code, true)
    await game.waitForText(`Linked to ${player.alias}`)
    game.play(stage)
    await game.waitForText('Saved H.EX')
    expect(existsSync(slot)).toBe(false)

    await mount()
    game.evaluate('WriteItlFile("PlayerNumber_P1")')
    expect(await iniOf(folder, card)).toContain('ApiKey=sl_')
    await rm(slot, { recursive: true })
    game.backToWheel()
    await game.waitForText(player.alias)
    expect(existsSync(slot)).toBe(false)
  })
})
