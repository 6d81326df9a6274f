import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { competition } from '../generators/competition.ts'
import { call, type Player, submit } from '../system/client.ts'
import { gameSetup } from './game/game-setup.ts'
import { createProfile } from './game/profiles.ts'
import { simplyLoveFonts } from './game/screen-lines.ts'
import { played, stageOf, versusStage, withPlayer } from './game/world.ts'

let setup: Awaited<ReturnType<typeof gameSetup>>
beforeAll(async () => {
  setup = await gameSetup()
})
afterAll(() => setup.stop())
afterEach(() => setup.endGames())

const scoreRequests = (from: number) =>
  setup.proxy.requests.slice(from).filter(({ path }) => path === '/v1/retrieve-scores')

/** Waits until the pages contain everything up to a ledger position. */
const waitForPosition = (player: { readonly key: string }, position: string) =>
  call(`${setup.server.url}/v1/retrieve-scores`, {
    token: player.key,
    body: { chartHashes: ['0000000000000000'] },
    headers: { 'ledger-position': position },
  })

/** Starts a game on the song wheel, with the cursor on the chart of a stage. */
async function startOnWheel(stage: ReturnType<typeof stageOf>, folder: string, options: object = {}) {
  const game = await setup.start({ folder, ...options })
  game.hover(stage)
  return game
}

describe('the scores of the selected chart', () => {
  it('are own bests with ranks, then the best of the rivals, then the event', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const rival = await setup.addPlayer('rival')
    const stranger = await setup.addPlayer('stranger')
    await call(`${setup.server.url}/api/rivals`, { token: player.token, body: { rivalUserId: rival.id } })
    const { body } = played({ seed: 81, skill: 0.5 })
    await setup.announce(
      competition({
        rounds: [
          {
            name: 'Round 1',
            start: Date.now() - 3_600_000,
            end: Date.now() + 3_600_000,
            charts: [body.hash],
          },
        ],
      }),
    )
    const best = await submit(setup.server.url, player, body)
    await submit(setup.server.url, stranger, played({ seed: 81, skill: 0.9 }).body)
    const last = await submit(setup.server.url, rival, played({ seed: 81, skill: 0.7 }).body)
    await waitForPosition(player, last.position)

    const game = await startOnWheel(stageOf({ seed: 81, folder: profile }), folder)
    for (const [name, { score }] of ['H.EX', 'EX', 'ITG'].map(
      (name, i) => [name, best.boards[i] ?? { score: '' }] as const,
    ))
      await game.waitForText(`${name} ${score} #3`)
    await game.waitForText(`${rival.alias.slice(0, 8)} ${last.boards[0]?.score}`)
    await game.waitForText('Blue Shift (Beta) Round 1')
    expect(game.lines().filter(({ name }) => name === 'Mark')).toHaveLength(1)
  })

  it('are requested once a session and again after a play, and not while the cursor moves', async () => {
    const { folder, profile } = await setup.addPlayerWithMachine()
    const from = setup.proxy.requests.length
    const stage = stageOf({ seed: 82, folder: profile, skill: 0.6 })
    const game = await startOnWheel(stage, folder)
    await game.waitFor('a response', () => scoreRequests(from).length === 1 && !game.network.busy())
    expect(game.lines().some(({ name }) => name === 'Ground')).toBe(true)

    for (const seed of [83, 84, 85]) {
      game.hover(stageOf({ seed, folder: profile }))
      game.draw(6)
    }
    game.hover(stage)
    game.draw(120)
    expect(scoreRequests(from)).toHaveLength(1)

    game.play(stage)
    await game.waitForText('Saved')
    game.backToWheel()
    await game.waitFor('another request', () => scoreRequests(from).length === 2)
    await game.waitFor('the new best', () => /H\.EX \d+\.\d\d #1/.test(game.text()))
  })

  it('are requested again without the position of the last play where that is refused', async () => {
    const { folder, profile } = await setup.addPlayerWithMachine()
    const stage = stageOf({ seed: 93, folder: profile, skill: 0.6 })
    const game = await setup.start({ folder })
    game.play(stage)
    // With its score: the play is acknowledged, not only being sent.
    await game.waitForText('Saved H.EX')
    const from = setup.proxy.requests.length
    setup.proxy.inject({ kind: 'respond', status: 400 }, { times: 1, path: '/v1/retrieve-scores' })
    game.backToWheel()
    await game.waitFor('the best', () => /H\.EX \d+\.\d\d #1/.test(game.text()))
    const positions = scoreRequests(from).map(({ headers }) => headers['ledger-position'])
    expect(positions).toEqual([expect.any(String), undefined])
  })

  it('are hidden while the server is unreachable', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    await submit(setup.server.url, player, played({ seed: 86, skill: 0.5 }).body)
    setup.proxy.inject({ kind: 'refuse' })

    const game = await startOnWheel(stageOf({ seed: 86, folder: profile }), folder)
    await game.waitForText("The server can't be reached")
    expect(game.text()).not.toContain('H.EX')
  })

  it('are hidden when the cursor moves to another chart', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const last = await submit(setup.server.url, player, played({ seed: 87, skill: 0.5 }).body)
    await waitForPosition(player, last.position)
    const game = await startOnWheel(stageOf({ seed: 87, folder: profile }), folder)
    await game.waitForText('H.EX ')

    game.evaluate('MESSAGEMAN:Broadcast("CurrentSongChanged")')
    expect(game.text()).not.toContain('H.EX')
  })

  it('are hidden while an overlay or a prompt of the theme is open', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const last = await submit(setup.server.url, player, played({ seed: 92, skill: 0.5 }).body)
    await waitForPosition(player, last.position)
    const game = await startOnWheel(stageOf({ seed: 92, folder: profile }), folder)
    const isShown = () => /H\.EX \d/.test(game.text()) && game.lines().some(({ name }) => name === 'Meter')
    await game.waitFor('the scores', isShown)

    for (const open of ['showThemeOverlay(true)', 'putScreenOnTop("ScreenSelectProfile")']) {
      game.evaluate(open)
      game.draw(1)
      expect(isShown()).toBe(false)
      // Also after a page has turned.
      game.draw(100, 0.05)
      expect(isShown()).toBe(false)
      game.evaluate('showThemeOverlay(false) putScreenOnTop(nil)')
      await game.waitFor('the scores', isShown)
    }
  })

  const words = simplyLoveFonts['Common Normal']
  it.each([
    ['Simply Love', simplyLoveFonts, 'Wendy/_wendy small'],
    // As in a theme of July 2026.
    [
      'a theme whose bold letters are outlines',
      { ...simplyLoveFonts, 'Common Bold': '_eurostile outline' },
      'Wendy/_wendy small',
    ],
    ['a theme without those digits', { 'Common Normal': words, 'Common Bold': '_eurostile outline' }, words],
  ])('move the difficulty to the left, in a filled font: %s', async (_theme, fonts, file) => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const last = await submit(setup.server.url, player, played({ seed: 91, skill: 0.5 }).body)
    await waitForPosition(player, last.position)
    const game = await startOnWheel(stageOf({ seed: 91, folder: profile }), folder, { fonts })
    await game.waitForText('H.EX ')

    const meter = game.lines().find(({ name }) => name === 'Meter')
    expect(meter).toMatchObject({ font: `/Themes/Simply Love/Fonts/${file}.ini`, color: [0, 0, 0, 1] })
    expect(meter?.text).toMatch(/^\d+$/)
  })
})

describe('a profile that is switched on the wheel', () => {
  it('replaces the light and the scores within a second; a guest has none', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const other = await setup.addPlayer('other')
    const second = await createProfile(folder, '00000001', setup.ini(other.key))
    const best = await submit(setup.server.url, player, played({ seed: 98, skill: 0.9 }).body)
    const last = await submit(setup.server.url, other, played({ seed: 98, skill: 0.4 }).body)
    await waitForPosition(other, last.position)
    const game = await startOnWheel(stageOf({ seed: 98, folder: profile }), folder)
    const scoreOf = ({ boards }: typeof best, rank: number) => `H.EX ${boards[0]?.score} #${rank}`
    await game.waitForText(player.alias)
    await game.waitForText(scoreOf(best, 1))

    game.join(stageOf({ seed: 98, folder: second }))
    game.draw(60)
    expect(game.text()).not.toContain(player.alias)
    expect(game.text()).not.toContain(scoreOf(best, 1))
    await game.waitForText(other.alias)
    await game.waitForText(scoreOf(last, 2))

    game.join(stageOf({ seed: 98, folder: '' }))
    game.draw(60)
    expect(game.text()).toBe('Guest: nothing is sent. Choose a profile in Options.')
  })

  it('on another memory card, which has the same folder, is another player', async () => {
    const player = await setup.addPlayer()
    const other = await setup.addPlayer('card')
    const folder = await setup.addMachine()
    const insert = async ({ key }: Player) => {
      await mkdir(join(folder, '@mc1'), { recursive: true })
      await writeFile(join(folder, '@mc1/Stepledger.ini'), setup.ini(key))
    }
    const card = stageOf({ seed: 94, folder: '/@mc1/' })
    await insert(player)
    const game = await startOnWheel(withPlayer(card, { guid: 'one' }), folder)
    await game.waitForText(player.alias)

    await insert(other)
    game.join(withPlayer(card, { guid: 'two' }))
    game.draw(60)
    expect(game.text()).not.toContain(player.alias)
    await game.waitForText(other.alias)
  })
})

describe('the status light', () => {
  it('names the options that change steps, so that the play will not be sent', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const stage = stageOf({ seed: 95, folder: profile })
    const game = await startOnWheel(stage, folder)
    await game.waitForText(player.alias)

    game.join(withPlayer(stage, { options: { NoMines: true, Little: true } }))
    game.draw(60)
    expect(game.text()).toContain('Nothing is sent: Options change the steps: Little, NoMines.')

    game.join(stage)
    game.draw(60)
    expect(game.text()).toContain(player.alias)
  })

  it('names the options that change steps until the song begins, if they were chosen after the wheel', async () => {
    const { folder, profile } = await setup.addPlayerWithMachine()
    const game = await setup.start({ folder })
    game.playSong(withPlayer(stageOf({ seed: 96, folder: profile }), { options: { NoMines: true } }), () =>
      expect(game.text()).toContain('Nothing is sent: Options change the steps: NoMines.'),
    )
    game.draw(2)
    expect(game.text()).toBe('')

    game.screen('ScreenEvaluationStage')
    expect(game.text()).toContain('Not sent Options change the steps: NoMines.')
  })

  it('shows a guest what to do, beside the status of the other player', async () => {
    const { folder, profile, player } = await setup.addPlayerWithMachine()
    const game = await startOnWheel(versusStage({ seed: 88, folders: [profile, ''] }), folder)

    await game.waitForText(player.alias)
    expect(game.text()).toContain('Guest: nothing is sent. Choose a profile in Options.')
    const hints = game.lines().filter(({ text }) => text.startsWith('Guest'))
    expect(hints.map(({ align, x }) => [align, x > 320])).toEqual([['HorizAlign_Right', true]])
  })

  it.each([640, 854])(
    'of a guest touches neither the prompt for a card nor the text in the middle, on a screen of %i × 480',
    async (width) => {
      const { folder, profile } = await setup.addPlayerWithMachine()
      const built = await readFile(
        new URL('../../dist/client/module/Stepledger.lua', import.meta.url),
        'utf8',
      )
      const game = await startOnWheel(versusStage({ seed: 97, folders: [profile, ''] }), folder, {
        modules: [`SCREEN_WIDTH = ${width}\n${built}`],
      })
      await game.waitForText('Guest: nothing is sent.')

      const boxes = game.lines().filter(({ class: kind, x }) => kind === 'Quad' && x > width / 2)
      // Measured in the running game: INSERT CARD ends 38 or 45 px from the edge; half of EVENT MODE is 67 px wide.
      const prompt = width === 640 ? width - 104 : width - 119
      expect(boxes.map((box) => box.x + box.width / 2 <= prompt - 8)).toEqual([true])
      expect(boxes.map((box) => box.x - box.width / 2 >= width / 2 + 67 + 7)).toEqual([true])
    },
  )

  it.each([
    ['profile', { name: 'Ada Lovelace the 2nd' }, ''],
    ['player on another service', { name: 'Ada' }, 'Ada Lovelace the 2nd'],
  ])('leaves room for the long name of a %s', async (_whose, names, serviceName) => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const built = await readFile(new URL('../../dist/client/module/Stepledger.lua', import.meta.url), 'utf8')
    const stage = withPlayer(stageOf({ seed: 99, folder: profile }), names)
    const game = await startOnWheel(stage, folder, {
      modules: [`SCREEN_WIDTH = 854 SL.P1.GrooveStatsUsername = "${serviceName}"\n${built}`],
    })
    await game.waitForText(player.alias)

    // Measured in the running game: the name ends 167 px from the edge.
    const boxes = game.lines().filter(({ class: kind, y }) => kind === 'Quad' && y > 448)
    expect(boxes.map((box) => box.x - box.width / 2 > 167)).toEqual([true])
  })

  it('shows what is missing in a profile without a key', async () => {
    const folder = await setup.addMachine()
    const profile = await createProfile(folder, '00000000', null)
    const game = await startOnWheel(stageOf({ seed: 89, folder: profile }), folder)

    expect(game.text()).toContain("Nothing is sent: This profile isn't linked to an account.")
  })

  it.each([
    ['no profile', [], 'No profile yet, so nothing is sent. Create one: Options, Manage Local Profiles.'],
    ['a profile without a key', ['00000001'], 'No profile is linked to an account, so nothing is sent.'],
  ])('shows what to do on the title screen: %s', async (_what, localProfiles, text) => {
    const folder = await setup.addMachine()
    await createProfile(folder, '00000001', null)
    const game = await setup.start({ folder, localProfiles })

    game.screen('ScreenTitleMenu')
    await game.waitForText(text)
  })

  it('names each profile with a malformed Stepledger.ini on the title screen', async () => {
    const { player, folder } = await setup.addPlayerWithMachine()
    await createProfile(folder, '00000001', '[Stepledger]\r\nApiKey\r\nHost=scores.example\r\n')
    await createProfile(folder, '00000002', `[Stepledger]\r\nApiKey=${player.key}\r\n`)
    await createProfile(folder, '00000003', null)
    const localProfiles = ['00000000', '00000001', '00000002', '00000003']
    const game = await setup.start({ folder, localProfiles })

    game.screen('ScreenTitleMenu')
    await game.waitForText('There is no API key in Stepledger.ini. (Profile 00000001)')
    expect(game.text().replaceAll('\n', ' ')).toContain(
      'There is no host in Stepledger.ini. (Profile 00000002)',
    )
    expect(game.text()).not.toContain('00000003')
  })

  it.each(['ApiKey', 'ApiKey=no key!', ''])('says so with one profile: %j', async (line) => {
    const folder = await setup.addMachine()
    await createProfile(folder, '00000001', `[Stepledger]\r\n${line}\r\nHost=scores.example\r\n`)
    const game = await setup.start({ folder, localProfiles: ['00000001'] })

    game.screen('ScreenTitleMenu')
    await game.waitForText('There is no API key in Stepledger.ini. (Profile 00000001)')
  })

  it('warns on the title screen that a player who starts would be a guest', async () => {
    const { folder } = await setup.addPlayerWithMachine()
    const game = await setup.start({ folder, localProfiles: ['00000000'] })
    game.evaluate(`
      world.preferences.DefaultLocalProfileIDP1, world.preferences.DefaultLocalProfileIDP2 = "", ""
      ThemePrefs = { Get = function() return false end }`)

    game.screen('ScreenTitleMenu')
    await game.waitForText(
      'You would play as a guest, and nothing would be sent. Choose your profile: Options, Manage Local',
    )
    game.evaluate('ThemePrefs = nil')
  })

  it('counts waiting plays beside the name of the player', async () => {
    const { folder, profile } = await setup.addPlayerWithMachine()
    setup.proxy.inject({ kind: 'respond', status: 503 }, { path: '/play' })
    const game = await setup.start({ folder })
    game.play(stageOf({ seed: 90, folder: profile }))
    await game.waitForText('1 waiting')

    game.backToWheel()
    await game.waitForText('1 waiting')
    expect(game.lines().find(({ text }) => text.includes('1 waiting'))?.y).toBeGreaterThan(448)
  })
})
