import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { gamesAtServer } from './game/at-server.ts'
import { type Game, journalOf, profileIn } from './game/run-game.ts'
import { played, type Stage, stageOf, withPlayer } from './game/world.ts'

/** Plays that are not sent, and what players, games and themes have that is unlike the newest. */
let at: Awaited<ReturnType<typeof gamesAtServer>>
beforeAll(async () => {
  at = await gamesAtServer()
})
afterAll(() => at.stop())
afterEach(() => at.endGames())

async function newcomer() {
  const made = await at.newcomer()
  return { ...made, game: await at.start({ folder: made.folder }) }
}

const built = () => readFile(new URL('../../dist/client/Stepledger.lua', import.meta.url), 'utf8')
const says = (game: Game, words: string) => game.until(words, () => game.text().includes(words))

describe('what is not sent', () => {
  const stage = (profile: string) => stageOf({ seed: 21, folder: profile })
  it.each<[string, (profile: string) => Stage]>([
    ['Autoplay was on.', (profile) => withPlayer(stage(profile), { controller: 'Autoplay' })],
    ['Options took steps out', (profile) => withPlayer(stage(profile), { options: { NoMines: true } })],
    ['Only the game type dance', (profile) => ({ ...stage(profile), game: 'pump' })],
    ['Casual mode', (profile) => ({ ...stage(profile), mode: 'Casual' })],
    ['Solo is not sent.', (profile) => ({ ...stage(profile), style: 'solo' })],
    ['No step was judged.', (profile) => withPlayer(stage(profile), { rows: [] })],
  ])('%s', async (reason, make) => {
    const { game, profile, folder } = await newcomer()
    const before = at.line.seen.length

    game.play(make(profile))
    game.draw(30)

    expect(game.text()).toContain(reason)
    await at.journalHolds(game, folder, profile, 0)
    expect(at.line.seen.slice(before).filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('a profile without a key is told where it is missing', async () => {
    const folder = await at.machine()
    const profile = await profileIn(folder, '00000000', null)
    const game = await at.start({ folder })

    game.play(stage(profile))

    expect(game.text()).toContain('There is no Stepledger.ini in this profile.')
  })

  it('a play whose chart the theme has mistaken is held back in the journal, with the reason', async () => {
    const { game, profile, folder } = await newcomer()
    const mistaken = { ...played({ seed: 22 }).player.streams, Filename: '/Songs/Other/other.ssc' }

    game.play(withPlayer(stage(profile), { streams: mistaken }))
    game.draw(30)

    expect(game.text()).toContain("The theme's hash is that of another chart.")
    const [line = ''] = await journalOf(folder, profile)
    expect(JSON.parse(line)).toMatchObject({ state: 'held', reason: 'other-hash', play: { hash: '' } })
  })
})

describe('games and themes of other versions', () => {
  it('rows with more than time and offset, and misses that name an arrow, are read', async () => {
    const { game, profile } = await newcomer()
    const rows = [
      [1.5, 0.012, 3, false, true, false, 0, false],
      [2, 'Miss3', 1, true, false, false, 0, true],
      [2.5, -0.0000001, false],
    ]
    game.play(withPlayer(stageOf({ seed: 41, folder: profile }), { rows }))
    await says(game, 'Saved')

    const sent = at.line.seen.findLast(({ path }) => path.endsWith('/play'))?.body
    expect(sent).toContain('"timingData":[[1.500000,0.012000],[2.000000,"Miss"],[2.500000,0.000000]]')
  })

  it('a game that lacks what is new does without it', async () => {
    const { game, player, profile } = await newcomer()
    game.evaluate(`
      NETWORK.IsUrlAllowed, FILEMAN, CRYPTMAN.SHA1String, BinaryToHex, ProductVersion, THEME = nil, nil, nil, nil, nil, nil
      PROFILEMAN.GetLocalProfileIDs, PROFILEMAN.IsPersistentProfile, GAMESTATE.GetSongOptionsObject = nil, nil, nil`)

    game.screen('ScreenTitleMenu')
    game.play(stageOf({ seed: 42, folder: profile }))
    await says(game, 'Saved')
    await at.hasPlays(player, 1, game)
  })

  it('a game without a network keeps plays for one that has', async () => {
    const { game, folder, profile } = await newcomer()
    game.evaluate('NETWORK = nil')
    game.play(stageOf({ seed: 43, folder: profile }))
    await says(game, '1 waiting')
    await at.journalHolds(game, folder, profile, 1)
  })

  it('two copies of the module in one folder send once', async () => {
    const { player, folder, profile } = await at.newcomer()
    const game = await at.start({ folder, modules: [await built(), await built()] })
    const before = at.line.seen.length

    game.play(stageOf({ seed: 44, folder: profile }))
    await says(game, 'Saved')
    await at.hasPlays(player, 1, game)
    expect(at.line.seen.slice(before).filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('speaks the language of the game where there is a file for it, and English beyond that', async () => {
    const { player, folder, profile } = await at.newcomer()
    const languages = join(folder, 'Themes/Simply Love/Modules/Stepledger')
    await mkdir(languages, { recursive: true })
    await writeFile(
      join(languages, 'de.ini'),
      '\uFEFF[Verdict]\r\nsaved=Gespeichert\r\n[Panel]\r\none={n} Spieler\r\n',
    )
    const game = await at.start({ folder, language: 'de' })

    game.play({ ...stageOf({ seed: 45, folder: profile }) })
    await says(game, 'Gespeichert H.EX ')
    game.press('MenuLeft', 'PlayerNumber_P1')
    await says(game, 'HardEX, 1 Spieler')
    await at.hasPlays(player, 1, game)
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
    const player = await at.addPlayer()
    const folder = await at.machine()
    const profile = await profileIn(folder, '00000000', change(at.ini(player.key)))
    const game = await at.start({ folder })

    game.play(stageOf({ seed: 31, folder: profile }))
    await says(game, 'Saved')
  })
})

describe('a newer module', () => {
  it('is told of on the evaluation screen', async () => {
    const { folder, profile } = await at.newcomer()
    const older = (await built()).replace(
      /(sources\["version"\] = function\(\)\nreturn )"[^"]+"/,
      '$1"0.9.9"',
    )
    const game = await at.start({ folder, modules: [older] })

    game.play(stageOf({ seed: 32, folder: profile }))

    await says(game, 'is out, this is 0.9.9')
  })
})
