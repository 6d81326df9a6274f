import { readFile } from 'node:fs/promises'
import { getEventStandings } from '@stepledger/contracts/http/events.ts'
import { play as playPage } from '@stepledger/contracts/http/shapes/play.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { competition } from '../generators/competition.ts'
import { call, submit } from '../system/client.ts'
import { gamesAtServer } from './game/at-server.ts'
import { type Game, profileIn } from './game/run-game.ts'
import { played, stageOf, versusStage, withPlayer } from './game/world.ts'

/** What players do while everything works. */
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

const says = (game: Game, words: string) => game.until(words, () => game.text().includes(words))

/** The rank, the gain if there is one, and the grade on each. */
const threeBoards =
  /H\.EX #1( \+\d+\.\d\d)? [A-Z]\S*, EX #1( \+\d+\.\d\d)? [A-Z]\S*, ITG #1( \+\d+\.\d\d)? [A-Z]/

describe('a play', () => {
  it('is saved, and the evaluation screen says with which rank and gain', async () => {
    const { game, player, folder, profile } = await newcomer()

    game.play(stageOf({ seed: 1, folder: profile, skill: 0.7 }))
    await game.until('three boards', () => threeBoards.test(game.text()))

    let plays = 1
    const rows = played({ seed: 1, skill: 0.7 }).body.timingData
    const closer = (share: number) =>
      rows.map(([time, offset]) => [time, typeof offset === 'number' ? offset * share : offset])
    // A busy server answers before it knows the gain; then the next play is asked.
    for (const share of [0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]) {
      game.next()
      game.play(withPlayer(stageOf({ seed: 1, folder: profile }), { rows: closer(share) }))
      await says(game, 'Saved H.EX #1')
      plays += 1
      if (game.text().includes('+')) break
    }
    expect(game.text()).toMatch(/Saved H\.EX #1 \+\d+\.\d\d \w/)
    expect(game.text()).toMatch(threeBoards)

    await at.hasPlays(player, plays, game)
    await at.journalHolds(game, folder, profile, 0)
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

  it('says the place and points in an event that has the chart in the round of now', async () => {
    const rival = await at.addPlayer('rival')
    const { body } = played({ seed: 9, skill: 0.2 })
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
    await submit(at.server.url, rival, body)
    const ranked = async () => {
      const answer = await call(`${at.server.url}/api/event/blue-shift/standings`)
      return getEventStandings.answer.parse(answer.body).meta.total
    }
    await vi.waitUntil(async () => (await ranked()) === 1, { timeout: 30_000, interval: 50 })
    const { game, profile } = await newcomer()

    game.play(stageOf({ seed: 9, folder: profile, skill: 0.9 }))
    await says(game, 'HardEX, 2 players')
    expect(game.text()).toContain('Blue Shift (Beta), Round 1')
    expect(game.text()).toContain('This chart #1, 10,000 points')
    expect(game.text()).toContain('Round #1 of 2, 10,000 points')

    game.next()
    game.play(stageOf({ seed: 8, folder: profile, skill: 0.9 }))
    await says(game, 'HardEX, ')
    expect(game.text()).not.toContain('Blue Shift')
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

  it.each([640, 854])(
    'read the longest words within a screen of %i × 480, with its middle free',
    async (width) => {
      const { folder, profile } = await at.newcomer()
      const built = await readFile(new URL('../../dist/client/Stepledger.lua', import.meta.url), 'utf8')
      const game = await at.start({
        folder,
        allowHosts: '*.groovestats.com,*.itgmania.com,*.another.example,scores.of.somebody.example',
        modules: [`SCREEN_WIDTH = ${width}\n${built}`],
      })

      game.play(versusStage({ seed: 14, folders: [profile, ''] }))
      await says(game, 'HttpAllowHosts=*.groovestats.com,127.0.0.1,')

      const boxes = game.lines().filter(({ class: kind }) => kind === 'Quad')
      expect(boxes).toHaveLength(2)
      const [left, right] = boxes.map((box) => ({
        from: box.x - box.width / 2,
        to: box.x + box.width / 2,
        top: box.y - box.height / 2,
        bottom: box.y + box.height / 2,
      }))
      // The theme shows the time there.
      expect([left?.from, right?.to]).toEqual([4, width - 4])
      expect(left?.to).toBeLessThanOrEqual(width / 2 - 70)
      expect(right?.from).toBeGreaterThanOrEqual(width / 2 + 70)
      const words = game.lines().filter(({ class: kind, text }) => kind === 'BitmapText' && text !== '')
      for (const { x, y, zoom, maxwidth, text } of words) {
        const box = x < width / 2 ? left : right
        const [reach, height] = [(maxwidth * zoom) / 2, 20 * zoom]
        expect([text, x - reach >= (box?.from ?? 0), x + reach <= (box?.to ?? 0)]).toEqual([text, true, true])
        expect([text, y - height / 2 >= (box?.top ?? 0), y + height / 2 <= (box?.bottom ?? 0)]).toEqual([
          text,
          true,
          true,
        ])
        // A letter is 7 px wide at most, on average: nothing is squeezed by more than a fifth.
        expect([text, text.length * 7 <= maxwidth * 1.25]).toEqual([text, true])
      }
    },
  )
})
