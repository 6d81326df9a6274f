import { getCompetitionStandings } from '@stepledger/contracts/http/competitions.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { competition } from '../generators/competition.ts'
import { call, submit } from '../system/client.ts'
import { gameSetup } from './game/game-setup.ts'
import { threeBoards } from './game/screen-lines.ts'
import { played, stageOf } from './game/world.ts'

let setup: Awaited<ReturnType<typeof gameSetup>>
beforeAll(async () => {
  setup = await gameSetup()
})
afterAll(() => setup.stop())
afterEach(() => setup.endGames())

/** A game on the evaluation screen of a saved play. */
async function startOnEvaluation() {
  const started = await setup.startForNewPlayer()
  started.game.play(stageOf({ seed: 8, folder: started.profile }))
  await started.game.waitForText('Saved')
  return started
}

describe('the pane with the leaderboards', () => {
  it('is left of the first pane, opens only on request and rotates through the boards', async () => {
    const { game, player, profile } = await setup.startForNewPlayer()
    const rival = await setup.addPlayer('rival')
    await call(`${setup.server.url}/api/rivals`, { token: player.token, body: { rivalUserId: rival.id } })
    await submit(setup.server.url, rival, played({ seed: 8, skill: 0.2 }).body)

    game.play(stageOf({ seed: 8, folder: profile }))
    await game.waitFor('three boards', () => threeBoards.test(game.text()))
    expect(game.text()).not.toContain('player')
    expect([game.paneShown('P1'), game.paneShown('P2')]).toEqual([1, 5])

    game.press('MenuLeft')
    expect([game.paneShown('P1'), game.paneShown('P2')]).toEqual([0, 5])
    for (const board of ['H.EX', 'EX', 'ITG']) await game.waitForText(`${board}, 2 players`)
    const [own, other] = game.lines().filter(({ name, text }) => /^Alias[12]$/.test(name) && text !== '')
    expect([own?.text, other?.text]).toEqual([player.alias, rival.alias])
    expect(game.lines().find(({ name }) => name === 'Rank1')?.text).toBe('>1')
    expect(game.lines().find(({ name }) => name === 'Rank2')?.text).toBe('!2')
    expect(own?.color).not.toEqual(other?.color)
    game.press('MenuDown')
    expect(game.text()).toContain('H.EX, 2 players')

    game.press('MenuRight')
    expect(game.text()).not.toContain('2 players')
    expect([game.paneShown('P1'), game.paneShown('P2')]).toEqual([1, 5])
  })

  it('can be opened on either side, but not on both; every pane of the theme stays reachable', async () => {
    const { game } = await startOnEvaluation()

    const around = (button: string, side: 'P1' | 'P2') =>
      Array.from({ length: 7 }, () => {
        game.press(button, side)
        return game.paneShown(side)
      })
    expect(around('MenuRight', 'P1')).toEqual([2, 3, 4, 6, 7, 0, 1])
    expect(around('MenuLeft', 'P2')).toEqual([4, 3, 2, 0, 7, 6, 5])
    game.press('MenuLeft', 'P1')
    expect(game.paneShown('P1')).toBe(0)
    expect(around('MenuRight', 'P2')).toEqual([6, 7, 1, 2, 3, 4, 5])
  })

  it('skips the panes that the theme skips', async () => {
    const { game, profile } = await setup.startForNewPlayer()
    game.evaluate('skippedPanes = { [3] = true, [7] = true }')
    game.play(stageOf({ seed: 8, folder: profile }))
    await game.waitForText('Saved')
    const around = (button: string, times: number) =>
      Array.from({ length: times }, () => {
        game.press(button)
        return game.paneShown('P1')
      })

    expect(around('MenuLeft', 6)).toEqual([0, 6, 4, 2, 1, 0])
    expect(around('MenuRight', 6)).toEqual([1, 2, 4, 6, 0, 1])

    game.evaluate('skippedPanes = { [7] = true }')
    expect(around('MenuRight', 8)).toContain(3)
    expect(around('MenuRight', 8)).toContain(3)
    expect(around('MenuRight', 8)).not.toContain(7)
  })

  it('stays open when the theme makes another pane visible on its side', async () => {
    const { game } = await startOnEvaluation()
    game.press('MenuLeft')
    expect(game.paneShown('P1')).toBe(0)

    game.evaluate('showPane("P1", 1)')
    game.draw(2)

    expect(game.paneShown('P1')).toBe(0)
    await game.waitForText(' player')
  })

  it("is hidden, like the verdict, while the theme's popup covers the evaluation", async () => {
    const { game } = await startOnEvaluation()
    game.press('MenuLeft')
    await game.waitForText('H.EX, ')

    game.evaluate('showPopup(true)')
    game.draw(2)
    expect(game.text()).toBe('')
    game.press('MenuRight')
    game.evaluate('showPopup(false)')
    game.draw(2)
    expect(game.text()).toContain('Saved')
    expect(game.text()).toContain('player')
  })

  it('shows place and points in an event whose current round has the chart', async () => {
    const rival = await setup.addPlayer('rival')
    const { body } = played({ seed: 9, skill: 0.2 })
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
    await submit(setup.server.url, rival, body)
    const ranked = async () => {
      const answer = await call(`${setup.server.url}/api/event/blue-shift/standings`)
      return getCompetitionStandings.answer.parse(answer.body).meta.total
    }
    await vi.waitUntil(async () => (await ranked()) === 1, { timeout: 30_000, interval: 50 })
    const { game, profile } = await setup.startForNewPlayer()

    game.play(stageOf({ seed: 9, folder: profile, skill: 0.9 }))
    game.press('MenuLeft')
    await game.waitForText('H.EX, 2 players')
    expect(game.text()).toContain('Blue Shift (Beta), Round 1')
    expect(game.text()).toContain('This chart #1, 10,000 points. Round #1 of 2, 10,000 points')

    game.backToWheel()
    game.play(stageOf({ seed: 15, folder: profile, skill: 0.9 }))
    game.press('MenuLeft')
    await game.waitForText('H.EX, 1 player')
    expect(game.text()).not.toContain('Blue Shift')
  })

  it('has a line for each of several events, those of players only where the player takes part', async () => {
    // Given two events of the site and three of players with a chart, of which the player takes part in two
    const { game, player, profile } = await setup.startForNewPlayer()
    const owner = await setup.addPlayer('owner')
    const { body } = played({ seed: 21, skill: 0.2 })
    const round = { start: Date.now() - 3_600_000, end: Date.now() + 3_600_000, charts: [body.hash] }
    const announce = (slug: string, by: string | null) =>
      setup.announce(competition({ slug, name: slug, rounds: [{ name: 'Round 1', ...round }] }), by)
    await announce('site-one', null)
    await announce('site-two', null)
    for (const slug of ['of-others', 'of-friends', 'too-many']) await announce(slug, owner.id)
    for (const slug of ['of-friends', 'too-many']) await setup.takePart(slug, player)
    // When the chart is played,
    game.play(stageOf({ seed: 21, folder: profile, skill: 0.9 }))
    game.press('MenuLeft')
    await game.waitForText('H.EX, 1 player')
    // then the panel has three lines.
    const lines = game.lines().filter(({ name, text }) => /^Event[1-3]$/.test(name) && text !== '')
    expect(lines.map(({ text }) => text.split(':')[0])).toEqual(['site-one', 'site-two', 'of-friends'])
    for (const { text } of lines) expect(text).toMatch(/: (#1 of 1, 10,000 points|no score yet)$/)
  })
})
