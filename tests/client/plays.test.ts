import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { play as playPage } from '@stepledger/contracts/http/shapes/play.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, submit } from '../system/client.ts'
import { gamesAtServer } from './game/at-server.ts'
import { type Game, journalOf, profileIn } from './game/run-game.ts'
import { played, type Stage, stageOf, versusStage } from './game/world.ts'

/** What players do while everything works. */
let at: Awaited<ReturnType<typeof gamesAtServer>>
const games: Game[] = []
beforeAll(async () => {
  at = await gamesAtServer()
})
afterAll(() => at.stop())
afterEach(() => {
  for (const game of games.splice(0)) {
    expect(game.scriptErrors()).toBe('')
    expect(game.newGlobals()).toEqual([])
    game.quit()
  }
})

async function newcomer() {
  const at_ = await at.newcomer()
  const game = await at.start({ folder: at_.folder })
  games.push(game)
  return { ...at_, game }
}

const built = () => readFile(new URL('../../dist/client/Stepledger.lua', import.meta.url), 'utf8')
const says = (game: Game, words: string) => game.until(words, () => game.text().includes(words))

/** The stage, with something about its first player changed. */
function withPlayer(stage: Stage, change: Partial<NonNullable<Stage['players']['P1']>>): Stage {
  const { P1 } = stage.players
  return P1 ? { ...stage, players: { ...stage.players, P1: { ...P1, ...change } } } : stage
}

describe('a play', () => {
  it('is saved, and the evaluation screen says with which rank and gain', async () => {
    const { game, player, folder, profile } = await newcomer()

    game.play(stageOf({ seed: 1, folder: profile, skill: 0.7 }))
    await says(game, 'H.EX #1, EX #1, ITG #1')
    game.next()
    game.play(
      withPlayer(stageOf({ seed: 1, folder: profile }), {
        rows: played({ seed: 1, skill: 0.99 }).body.timingData,
      }),
    )
    await game.until('a gain', () => /H\.EX #1 \+\d+\.\d\d/.test(game.text()))

    await at.hasPlays(player, 2, game)
    expect(await journalOf(folder, profile)).toEqual([])
  })

  it('is sent as it was played: steps, options, curves, in version 1.4', async () => {
    const { game, player, profile } = await newcomer()
    const stage = stageOf({ seed: 2, folder: profile, title: 'Ünï "quoted" \\ 曲 🎵' })

    game.play(stage)
    await says(game, 'Saved')

    const [id] = await at.playsOf(player)
    const { body } = await call(`${at.server.url}/api/play/${id}`)
    const shown = playPage.parse(body)
    const rounded = stage.players.P1?.rows?.map(([time, offset]) => [
      Number(Number(time).toFixed(6)),
      typeof offset === 'number' ? Number(offset.toFixed(6)) : offset,
    ])
    expect(shown.timingData).toEqual(rounded)
    const sent: unknown = JSON.parse(at.line.seen.findLast(({ path }) => path.endsWith('/play'))?.body ?? '')
    expect(sent).toMatchObject({
      songName: 'Ünï "quoted" \\ 曲 🎵',
      bodyVersion: '1.4',
      passed: true,
      usedAutoplay: false,
      musicRate: 1,
      modifiers: { speed: { type: 'C', value: 650 }, mini: 35, noteskin: 'cel', turn: 'None', effect: [] },
      npsInfo: { peakNPS: 8 },
    })
    expect(sent).toHaveProperty('lifebarInfo.99')
  })

  it('that is failed, given up or played at another rate is saved, with the reason why it is on no board', async () => {
    const { game, player, profile } = await newcomer()
    const failed = stageOf({ seed: 3, folder: profile })
    const rows = failed.players.P1?.rows?.slice(0, 40) ?? []

    game.play(
      withPlayer(failed, {
        rows,
        death: 31.2,
        stats: { ...failed.players.P1?.stats, failed: true, grade: 'Grade_Failed' },
      }),
    )
    await says(game, 'The song was failed, and boards take passed plays only.')
    game.next()
    game.play({ ...stageOf({ seed: 4, folder: profile }), rate: 1.5 })
    await says(game, 'Boards take plays at music rate 1 only.')
    game.next()
    game.play({
      ...withPlayer(stageOf({ seed: 5, folder: profile }), { rows: rows.slice(0, 9) }),
      gaveUp: true,
    })
    await says(game, 'The song was failed')

    await at.hasPlays(player, 3, game)
  })

  it('of the same song, played twice, is two plays; one evaluation that comes up twice is one', async () => {
    const { game, player, profile } = await newcomer()

    game.play(stageOf({ seed: 6, folder: profile, skill: 0.5 }))
    await says(game, 'Saved')
    game.screen('ScreenEvaluationStage')
    await says(game, 'Saved')
    game.next()
    game.play(stageOf({ seed: 6, folder: profile, skill: 0.6 }))
    await at.hasPlays(player, 2, game)
  })

  it('waits for none of the others: what the game has asked of other servers is answered first', async () => {
    const { game, profile } = await newcomer()
    at.line.trouble({ kind: 'silent' }, { times: 1, path: '/elsewhere' })
    game.setTimeoutScale(0.05)
    game.evaluate(
      `NETWORK:HttpRequest({ url = "${at.line.url}/elsewhere", transferTimeout = 20, onResponse = function() end })`,
    )
    game.play(stageOf({ seed: 7, folder: profile }))
    await says(game, 'Saved')
  })
})

describe('the panel', () => {
  it('shows the boards of the chart one after the other, then goes; Up brings it back', async () => {
    const { game, player, profile } = await newcomer()
    const rival = await at.addPlayer('rival')
    await call(`${at.server.url}/api/rivals`, { token: player.token, body: { rivalUserId: rival.id } })
    await submit(at.server.url, rival, played({ seed: 8, skill: 0.2 }).body)

    game.play(stageOf({ seed: 8, folder: profile }))
    for (const board of ['HardEX', 'EX', 'ITG']) await says(game, `${board}, 2 players`)
    const [own, other] = game.lines().filter(({ name }) => /^Alias[12]$/.test(name))
    expect([own?.text, other?.text]).toEqual([player.alias, rival.alias])
    expect(game.lines().find(({ name }) => name === 'Rank1')?.text).toBe('>1')
    expect(game.lines().find(({ name }) => name === 'Rank2')?.text).toBe('!2')
    expect(own?.color).not.toEqual(other?.color)

    await game.until('it goes', () => !game.text().includes('players'))
    game.press('MenuUp', 'PlayerNumber_P1')
    game.draw(1)
    expect(game.text()).toContain('2 players')
    game.press('MenuUp', 'PlayerNumber_P1')
    game.draw(1)
    expect(game.text()).not.toContain('2 players')
  })
})

describe('two players', () => {
  it('have a verdict each, on their side, one request at a time', async () => {
    const { game, player, folder, profile } = await newcomer()
    const other = await at.addPlayer()
    const second = await profileIn(folder, '00000001', at.ini(other.key))

    game.play(versusStage({ seed: 11, folders: [profile, second] }))
    await game.until('both saved', () => game.text().split('Saved').length === 3)

    const titles = game.lines().filter(({ name }) => name === 'Title' && game.text().includes('Saved'))
    expect(titles.filter(({ text }) => text === 'Saved').map(({ x }) => x)).toEqual([127, 513])
    await at.hasPlays(player, 1, game)
    await at.hasPlays(other, 1, game)
  })

  it('may use the same key: two plays', async () => {
    const { game, player, folder, profile } = await newcomer()
    const second = await profileIn(folder, '00000001', at.ini(player.key))

    game.play(versusStage({ seed: 12, folders: [profile, second] }))
    await game.until('both saved', () => game.text().split('Saved').length === 3)

    await at.hasPlays(player, 2, game)
  })

  it('of whom one is a guest: the guest is told, the other is sent', async () => {
    const { game, player, profile } = await newcomer()

    game.play(versusStage({ seed: 13, folders: [profile, ''] }))
    await says(game, 'Saved')

    expect(game.text()).toContain('A guest has no profile to send it from.')
    await at.hasPlays(player, 1, game)
  })
})

describe('what is not sent', () => {
  const stage = (profile: string) => stageOf({ seed: 21, folder: profile })
  it.each<[string, (profile: string) => Stage]>([
    ['Autoplay was on.', (profile) => withPlayer(stage(profile), { controller: 'Autoplay' })],
    ['Options took steps out', (profile) => withPlayer(stage(profile), { options: { NoMines: true } })],
    ['Only the game type dance', (profile) => ({ ...stage(profile), game: 'pump' })],
    ['Casual mode', (profile) => ({ ...stage(profile), mode: 'Casual' })],
    ['Solo is not sent.', (profile) => ({ ...stage(profile), style: 'solo' })],
    ['Courses are not sent yet.', (profile) => ({ ...stage(profile), course: true })],
    ['No step was judged.', (profile) => withPlayer(stage(profile), { rows: [] })],
  ])('%s', async (reason, make) => {
    const { game, profile, folder } = await newcomer()
    const before = at.line.seen.length

    game.play(make(profile))
    game.draw(30)

    expect(game.text()).toContain(reason)
    expect(await journalOf(folder, profile)).toEqual([])
    expect(at.line.seen.slice(before).filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('a profile without a key is told where it is missing', async () => {
    const folder = await at.machine()
    const profile = await profileIn(folder, '00000000', null)
    const game = await at.start({ folder })
    games.push(game)

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
    expect(await journalOf(folder, profile)).toHaveLength(1)
  })

  it('two copies of the module in one folder send once', async () => {
    const { player, folder, profile } = await at.newcomer()
    const game = await at.start({ folder, modules: [await built(), await built()] })
    games.push(game)
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
      '\uFEFF[Verdict]\r\nsaved=Gespeichert\r\n[Panel]\r\ntotal={n} Spieler\r\n',
    )
    const game = await at.start({ folder, language: 'de' })
    games.push(game)

    game.play({ ...stageOf({ seed: 45, folder: profile }) })
    await says(game, 'Gespeichert H.EX #1')
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
    games.push(game)

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
    games.push(game)

    game.play(stageOf({ seed: 32, folder: profile }))

    await says(game, 'is out, this is 0.9.9')
  })
})
