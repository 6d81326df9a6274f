import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { competition } from '../generators/competition.ts'
import { call, submit } from '../system/client.ts'
import { gamesAtServer } from './game/at-server.ts'
import { type Game, profileIn, simplyLoveFonts } from './game/run-game.ts'
import { played, stageOf, versusStage } from './game/world.ts'

/** What the song wheel and the title screen show. */
let at: Awaited<ReturnType<typeof gamesAtServer>>
beforeAll(async () => {
  at = await gamesAtServer()
})
afterAll(() => at.stop())
afterEach(() => at.endGames())

const says = (game: Game, words: string) => game.until(words, () => game.text().includes(words))
const asked = (from: number) => at.line.seen.slice(from).filter(({ path }) => path === '/v1/retrieve-scores')

/** Waits until the pages have what was sent up to there. */
const folded = (player: { readonly key: string }, position: string) =>
  call(`${at.server.url}/v1/retrieve-scores`, {
    token: player.key,
    body: { chartHashes: ['0000000000000000'] },
    headers: { 'ledger-position': position },
  })

/** A game on the wheel, with its cursor on the chart of this stage. */
async function onWheel(stage: ReturnType<typeof stageOf>, folder: string, options: object = {}) {
  const game = await at.start({ folder, ...options })
  game.hover(stage)
  return game
}

describe('the scores of the chart under the cursor', () => {
  it('are the own bests with their ranks, then the best of the rivals, then the event', async () => {
    const { player, folder, profile } = await at.newcomer()
    const rival = await at.addPlayer('rival')
    const stranger = await at.addPlayer('stranger')
    await call(`${at.server.url}/api/rivals`, { token: player.token, body: { rivalUserId: rival.id } })
    const { body } = played({ seed: 81, skill: 0.5 })
    await at.announce(
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
    const best = await submit(at.server.url, player, body)
    await submit(at.server.url, stranger, played({ seed: 81, skill: 0.9 }).body)
    const last = await submit(at.server.url, rival, played({ seed: 81, skill: 0.7 }).body)
    await folded(player, last.position)

    const game = await onWheel(stageOf({ seed: 81, folder: profile }), folder)
    for (const [name, { score }] of ['H.EX', 'EX', 'ITG'].map(
      (name, i) => [name, best.boards[i] ?? { score: '' }] as const,
    ))
      await says(game, `${name} ${score} #3`)
    await says(game, `${rival.alias.slice(0, 8)} ${last.boards[0]?.score}`)
    await says(game, 'Blue Shift (Beta) Round 1')
    expect(game.lines().filter(({ name }) => name === 'Mark')).toHaveLength(1)
  })

  it('are asked for once a session, and again after a play; of no chart that the cursor passes', async () => {
    const { folder, profile } = await at.newcomer()
    const from = at.line.seen.length
    const stage = stageOf({ seed: 82, folder: profile, skill: 0.6 })
    const game = await onWheel(stage, folder)
    await game.until('an answer', () => asked(from).length === 1 && !game.network.busy())
    expect(game.lines().some(({ name }) => name === 'Ground')).toBe(true)

    for (const seed of [83, 84, 85]) {
      game.hover(stageOf({ seed, folder: profile }))
      game.draw(6)
    }
    game.hover(stage)
    game.draw(120)
    expect(asked(from)).toHaveLength(1)

    game.play(stage)
    await says(game, 'Saved')
    game.next()
    await game.until('asked again', () => asked(from).length === 2)
    await game.until('the new best', () => /H\.EX \d+\.\d\d #1/.test(game.text()))
  })

  it('say nothing while the server is away, and hold up nothing', async () => {
    const { player, folder, profile } = await at.newcomer()
    await submit(at.server.url, player, played({ seed: 86, skill: 0.5 }).body)
    at.line.trouble({ kind: 'refuse' })

    const game = await onWheel(stageOf({ seed: 86, folder: profile }), folder)
    await says(game, "The server can't be reached")
    expect(game.text()).not.toContain('H.EX')
  })

  it('of another chart are gone with the cursor', async () => {
    const { player, folder, profile } = await at.newcomer()
    const last = await submit(at.server.url, player, played({ seed: 87, skill: 0.5 }).body)
    await folded(player, last.position)
    const game = await onWheel(stageOf({ seed: 87, folder: profile }), folder)
    await says(game, 'H.EX ')

    game.evaluate('MESSAGEMAN:Broadcast("CurrentSongChanged")')
    expect(game.text()).not.toContain('H.EX')
  })

  const words = simplyLoveFonts['Common Normal']
  it.each([
    ['Simply Love', simplyLoveFonts, 'Wendy/_wendy small'],
    // As a theme of July 2026 has it.
    [
      'a theme whose bold letters are outlines',
      { ...simplyLoveFonts, 'Common Bold': '_eurostile outline' },
      'Wendy/_wendy small',
    ],
    ['a theme without those digits', { 'Common Normal': words, 'Common Bold': '_eurostile outline' }, words],
  ])('move the difficulty to the left in letters that are filled: %s', async (_theme, fonts, file) => {
    const { player, folder, profile } = await at.newcomer()
    const last = await submit(at.server.url, player, played({ seed: 91, skill: 0.5 }).body)
    await folded(player, last.position)
    const game = await onWheel(stageOf({ seed: 91, folder: profile }), folder, { fonts })
    await says(game, 'H.EX ')

    const meter = game.lines().find(({ name }) => name === 'Meter')
    expect(meter).toMatchObject({ font: `/Themes/Simply Love/Fonts/${file}.ini`, color: [0, 0, 0, 1] })
    expect(meter?.text).toMatch(/^\d+$/)
  })
})

describe('before the song', () => {
  it('a guest is shown what to do on the wheel, the other player’s state is beside', async () => {
    const { folder, profile, player } = await at.newcomer()
    const game = await onWheel(versusStage({ seed: 88, folders: [profile, ''] }), folder)

    await says(game, player.alias)
    expect(game.text()).toContain('Guest: nothing is sent. Choose a profile in Options.')
    const words = game.lines().filter(({ text }) => text.startsWith('Guest'))
    expect(words.map(({ align, x }) => [align, x > 320])).toEqual([['HorizAlign_Right', true]])
  })

  it('a player whose profile has no key is shown what is missing', async () => {
    const folder = await at.machine()
    const profile = await profileIn(folder, '00000000', null)
    const game = await onWheel(stageOf({ seed: 89, folder: profile }), folder)

    expect(game.text()).toContain('Nothing is sent: There is no Stepledger.ini in this profile.')
  })

  it.each([
    ['no profile', [], 'No profile yet, so nothing is sent. Make one: Options, Manage Local Profiles.'],
    ['a profile without a key', ['00000001'], 'No profile has a Stepledger.ini, so nothing is sent.'],
  ])('the title screen of a machine with %s says what to do', async (_what, localProfiles, words) => {
    const folder = await at.machine()
    await profileIn(folder, '00000001', null)
    const game = await at.start({ folder, localProfiles })

    game.screen('ScreenTitleMenu')
    await says(game, words)
  })

  it('the title screen says when whoever starts would be a guest', async () => {
    const { folder } = await at.newcomer()
    const game = await at.start({ folder, localProfiles: ['00000000'] })
    game.evaluate(`
      world.preferences.DefaultLocalProfileIDP1, world.preferences.DefaultLocalProfileIDP2 = "", ""
      ThemePrefs = { Get = function() return false end }`)

    game.screen('ScreenTitleMenu')
    await says(
      game,
      'You would play as a guest, and nothing is sent. Choose your profile: Options, Manage Local',
    )
    game.evaluate('ThemePrefs = nil')
  })

  it('plays that wait are counted beside the player’s name', async () => {
    const { folder, profile } = await at.newcomer()
    at.line.trouble({ kind: 'answer', status: 503 }, { path: '/play' })
    const game = await at.start({ folder })
    game.play(stageOf({ seed: 90, folder: profile }))
    await says(game, '1 waiting')

    game.next()
    await says(game, '1 waiting')
    expect(game.lines().find(({ text }) => text.includes('1 waiting'))?.y).toBeGreaterThan(448)
  })
})
