import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { gameSetup } from './game/game-setup.ts'
import { createProfile, journalOf } from './game/profiles.ts'
import { played, type Stage, stageOf, withPlayer } from './game/world.ts'

let setup: Awaited<ReturnType<typeof gameSetup>>
beforeAll(async () => {
  setup = await gameSetup()
})
afterAll(() => setup.stop())
afterEach(() => setup.endGames())

const built = () => readFile(new URL('../../dist/client/module/Stepledger.lua', import.meta.url), 'utf8')
describe('a play that is not sent', () => {
  const stage = (profile: string) => stageOf({ seed: 21, folder: profile })
  it.each<[string, (profile: string) => Stage]>([
    ['Autoplay was on.', (profile) => withPlayer(stage(profile), { controller: 'Autoplay' })],
    [
      'Options change the steps: NoMines.',
      (profile) => withPlayer(stage(profile), { options: { NoMines: true } }),
    ],
    ['Only plays of the game type dance are sent.', (profile) => ({ ...stage(profile), game: 'pump' })],
    ["Casual mode doesn't record steps.", (profile) => ({ ...stage(profile), mode: 'Casual' })],
    ["Solo plays aren't sent.", (profile) => ({ ...stage(profile), style: 'solo' })],
    ['No steps were judged.', (profile) => withPlayer(stage(profile), { rows: [] })],
  ])('shows why: %s', async (reason, make) => {
    const { game, profile, folder } = await setup.startForNewPlayer()
    const before = setup.proxy.requests.length

    game.play(make(profile))
    game.draw(30)

    expect(game.text()).toContain(reason)
    await setup.waitForJournal(game, folder, profile, 0)
    expect(setup.proxy.requests.slice(before).filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('shows that the profile has no key file', async () => {
    const folder = await setup.addMachine()
    const profile = await createProfile(folder, '00000000', null)
    const game = await setup.start({ folder })

    game.play(stage(profile))

    expect(game.text()).toContain("This profile isn't linked to an account.")
  })

  it('is held in the journal with the reason if the theme has the hash of another chart', async () => {
    const { game, profile, folder } = await setup.startForNewPlayer()
    const mistaken = { ...played({ seed: 22 }).player.streams, Filename: '/Songs/Other/other.ssc' }

    game.play(withPlayer(stage(profile), { streams: mistaken }))
    game.draw(30)

    expect(game.text()).toContain("The theme's hash belongs to another chart.")
    const [line = ''] = await journalOf(folder, profile)
    expect(JSON.parse(line)).toMatchObject({ state: 'held', reason: 'other-hash', play: { hash: '' } })
  })
})

describe('another version of game or theme', () => {
  it('may list rows with more than time and offset, and misses with an arrow', async () => {
    const { game, profile } = await setup.startForNewPlayer()
    const rows = [
      [1.5, 0.012, 3, false, true, false, 0, false],
      [2, 'Miss3', 1, true, false, false, 0, true],
      [2.5, -0.0000001, false],
    ]
    game.play(withPlayer(stageOf({ seed: 41, folder: profile }), { rows }))
    await game.waitForText('Saved')

    const sent = setup.proxy.submissions().at(-1)?.body
    expect(sent).toContain('"timingData":[[1.500000,0.012000],[2.000000,"Miss"],[2.500000,0.000000]]')
  })

  it('may lack newer functions of the game', async () => {
    const { game, player, profile } = await setup.startForNewPlayer()
    game.evaluate(`
      NETWORK.IsUrlAllowed, FILEMAN, CRYPTMAN.SHA1String, BinaryToHex, ProductVersion, THEME = nil, nil, nil, nil, nil, nil
      PROFILEMAN.GetLocalProfileIDs, PROFILEMAN.IsPersistentProfile, GAMESTATE.GetSongOptionsObject = nil, nil, nil`)

    game.screen('ScreenTitleMenu')
    game.play(stageOf({ seed: 42, folder: profile }))
    await game.waitForText('Saved')
    await setup.waitForPlays(player, 1, game)
  })

  it('without network functions keeps plays in the journal', async () => {
    const { game, folder, profile } = await setup.startForNewPlayer()
    game.evaluate('NETWORK = nil')
    game.play(stageOf({ seed: 43, folder: profile }))
    await game.waitForText('1 waiting')
    await setup.waitForJournal(game, folder, profile, 1)
  })

  it('with two copies of the module sends a play once', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const game = await setup.start({ folder, modules: [await built(), await built()] })
    const before = setup.proxy.requests.length

    game.play(stageOf({ seed: 44, folder: profile }))
    await game.waitForText('Saved')
    await setup.waitForPlays(player, 1, game)
    expect(setup.proxy.requests.slice(before).filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('shows texts of its language file, and English ones that are not in it', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const languages = join(folder, 'Themes/Simply Love/Modules/Stepledger')
    await mkdir(languages, { recursive: true })
    await writeFile(
      join(languages, 'de.ini'),
      '\uFEFF[Verdict]\r\nsaved=Gespeichert\r\n[Panel]\r\none={n} Spieler\r\n',
    )
    const game = await setup.start({ folder, language: 'de' })

    game.play({ ...stageOf({ seed: 45, folder: profile }) })
    await game.waitForText('Gespeichert H.EX ')
    game.press('MenuLeft')
    await game.waitForText('H.EX, 1 Spieler')
    await setup.waitForPlays(player, 1, game)
  })
})

describe('the key file', () => {
  it.each([
    ['with a byte order mark and Windows line ends', (ini: string) => `\uFEFF${ini}`],
    [
      'with blanks, quotes and another case',
      (ini: string) => ini.replace(/ApiKey=(.*)\r/, ' apikey = "$1" \r'),
    ],
    ['without a section', (ini: string) => ini.replace('[Stepledger]', '')],
  ])('is read %s', async (_how, change) => {
    const player = await setup.addPlayer()
    const folder = await setup.addMachine()
    const profile = await createProfile(folder, '00000000', change(setup.ini(player.key)))
    const game = await setup.start({ folder })

    game.play(stageOf({ seed: 31, folder: profile }))
    await game.waitForText('Saved')
  })
})

describe('a newer module', () => {
  it('is announced on the evaluation screen', async () => {
    const { folder, profile } = await setup.addPlayerWithMachine()
    const older = (await built()).replace(
      /(sources\["version"\] = function\(\)\nreturn )"[^"]+"/,
      '$1"0.9.9"',
    )
    const game = await setup.start({ folder, modules: [older] })

    game.play(stageOf({ seed: 32, folder: profile }))

    await game.waitForText('is out, you have 0.9.9')
  })
})
