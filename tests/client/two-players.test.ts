import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { gameSetup } from './game/game-setup.ts'
import { createProfile } from './game/profiles.ts'
import { versusStage } from './game/world.ts'

let setup: Awaited<ReturnType<typeof gameSetup>>
beforeAll(async () => {
  setup = await gameSetup()
})
afterAll(() => setup.stop())
afterEach(() => setup.endGames())

describe('two players', () => {
  it('each get a verdict on their side', async () => {
    const { game, player, folder, profile } = await setup.startForNewPlayer()
    const other = await setup.addPlayer()
    const second = await createProfile(folder, '00000001', setup.ini(other.key))

    game.play(versusStage({ seed: 11, folders: [profile, second] }))
    const titlesNow = () => game.lines().filter(({ text }) => text === 'Saved')
    await game.waitFor('both saved', () => titlesNow().length === 2)

    const titles = titlesNow()
    expect(titles.map(({ x, align }) => [x < 320, align])).toEqual([
      [true, 'HorizAlign_Left'],
      [false, 'HorizAlign_Right'],
    ])
    for (const board of ['H.EX', 'EX', 'ITG']) {
      const score = new RegExp(`^${board.replace('.', '\\.')} \\d+\\.\\d\\d, #[12]$`)
      await game.waitFor(board, () => game.lines().filter(({ text }) => score.test(text)).length === 2)
    }
    await setup.waitForPlays(player, 1, game)
    await setup.waitForPlays(other, 1, game)
  })

  it('are told different ranks when the second, whose response comes later, beats the first', async () => {
    const { game, folder, profile } = await setup.startForNewPlayer()
    const second = await createProfile(folder, '00000001', setup.ini((await setup.addPlayer()).key))
    const { players, ...stage } = versusStage({ seed: 17, folders: [profile, second] })
    const [worse, better] = [players.P2, players.P1]
    if (!worse || !better) throw new Error('two players')

    game.play({
      ...stage,
      players: { P1: { ...worse, folder: profile }, P2: { ...better, folder: second } },
    })

    const ranks = (isLeft: boolean) =>
      game
        .lines()
        .filter(({ x, text }) => x < 320 === isLeft && /#\d/.test(text))
        .map(({ text }) => text.match(/#\d/)?.[0])
    await game.waitFor('the ranks of both', () => ranks(true).length + ranks(false).length === 2)
    await game.waitFor('no response', () => !game.network.busy())
    game.draw(120)
    await game.waitFor('the rank of the first', () => ranks(true)[0] === '#2')
    expect(ranks(false)).toEqual(['#1'])
  })

  it('with the same key have two plays', async () => {
    const { game, player, folder, profile } = await setup.startForNewPlayer()
    const second = await createProfile(folder, '00000001', setup.ini(player.key))

    game.play(versusStage({ seed: 12, folders: [profile, second] }))
    await game.waitFor('both saved', () => game.text().split('Saved').length === 3)

    await setup.waitForPlays(player, 2, game)
  })

  it('in a routine have one play: the game judges the steps of both for the first', async () => {
    const { game, player, folder, profile } = await setup.startForNewPlayer()
    const other = await setup.addPlayer()
    const second = await createProfile(folder, '00000001', setup.ini(other.key))
    const { players, ...stage } = versusStage({ seed: 18, folders: [profile, second] })
    const [first, idle] = [players.P1, players.P2]
    if (!first || !idle) throw new Error('two players')
    const part = { rows: 100, radar: { Holds: [0, 1], Mines: [0, 2], Rolls: [0, 0] } }
    const rows = (first.rows ?? []).map(([second, offset]) => [second, 'row', offset])
    const end = rows.at(-1)?.[0]
    const judged = [
      ...rows,
      [end, 'Held TapNoteSubType_Hold'],
      [end, 'Held TapNoteSubType_Hold'],
      [end, 'HitMine'],
    ]
    // The game's own totals lack the other part of what was achieved.
    const stats = { ...first.stats, radar: { Holds: [1, 2], Mines: [1, 4], Rolls: [0, 0] } }
    const before = setup.proxy.submissions().length

    game.play({
      ...stage,
      style: 'routine',
      players: { P1: { ...first, part, judged, stats }, P2: { ...idle, part, rows: first.rows ?? [] } },
    })
    await game.waitForText('Not sent')

    await setup.waitForPlays(player, 1, game)
    const bodies = setup.proxy.submissions().slice(before)
    expect(bodies.map(({ body }) => JSON.parse(body))).toMatchObject([
      { expectedRows: 200, radar: { Holds: [2, 2], Mines: [3, 4], Rolls: [0, 0] } },
    ])
    game.press('MenuLeft', 'P2')
    expect(game.text()).toContain('In a routine the game counts all steps for the other player.')
  })

  it('with a guest: the guest sees that nothing is sent, and the play of the other is sent', async () => {
    const { game, player, profile } = await setup.startForNewPlayer()

    game.play(versusStage({ seed: 13, folders: [profile, ''] }))
    await game.waitForText('Saved')

    game.press('MenuLeft', 'P2')
    expect(game.text()).toContain('Guests have no profile, so nothing is sent.')
    await setup.waitForPlays(player, 1, game)
  })
})
