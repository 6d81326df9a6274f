import { readFile } from 'node:fs/promises'
import { play as playPage } from '@stepledger/contracts/http/shapes/play.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../system/client.ts'
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
    await says(game, 'H.EX #1   EX #1   ITG #1')
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

describe('two players', () => {
  it('have a verdict each, on their side, one request at a time', async () => {
    const { game, player, folder, profile } = await newcomer()
    const other = await at.addPlayer()
    const second = await profileIn(folder, '00000001', at.ini(other.key))

    game.play(versusStage({ seed: 11, folders: [profile, second] }))
    await game.until('both saved', () => game.text().split('Saved').length === 3)

    const titles = game.lines().filter(({ name }) => name === 'Title' && game.text().includes('Saved'))
    expect(titles.filter(({ text }) => text === 'Saved').map(({ x }) => x)).toEqual([160, 480])
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
    const built = await readFile(new URL('../../dist/client/Stepledger.lua', import.meta.url), 'utf8')
    const older = built.replace(/(sources\["version"\] = function\(\)\nreturn )"[^"]+"/, '$1"0.9.9"')
    const game = await at.start({ folder, modules: [older] })
    games.push(game)

    game.play(stageOf({ seed: 32, folder: profile }))

    await says(game, 'is out, this is 0.9.9')
  })
})
