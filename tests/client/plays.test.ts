import { readFile } from 'node:fs/promises'
import { getCompetitionStandings } from '@stepledger/contracts/http/competitions.ts'
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

const turn = (game: Game, button: string, side: 'P1' | 'P2' = 'P1') => {
  game.press(button, `PlayerNumber_${side}`)
  game.draw(1)
}
const says = (game: Game, words: string) => game.until(words, () => game.text().includes(words))

/** On each the score and the grade, how it differs from the best before, and the rank. */
const threeBoards =
  /H\.EX \d+\.\d\d \S+ ([+-]\d+\.\d\d, )?#1 EX \d+\.\d\d \S+ ([+-]\d+\.\d\d, )?#1 ITG \d+\.\d\d \S+ ([+-]\d+\.\d\d, )?#1/

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
      await says(game, 'Saved H.EX')
      plays += 1
      if (game.text().includes('+')) break
    }
    expect(game.text()).toMatch(/Saved H\.EX \d+\.\d\d \S+ \+\d+\.\d\d, #1/)
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
  it('is a pane left of the first one: nothing shows it unasked, and it shows the boards one after the other', async () => {
    const { game, player, profile } = await newcomer()
    const rival = await at.addPlayer('rival')
    await call(`${at.server.url}/api/rivals`, { token: player.token, body: { rivalUserId: rival.id } })
    await submit(at.server.url, rival, played({ seed: 8, skill: 0.2 }).body)

    game.play(stageOf({ seed: 8, folder: profile }))
    await game.until('three boards', () => threeBoards.test(game.text()))
    expect(game.text()).not.toContain('player')
    expect([game.paneShown('P1'), game.paneShown('P2')]).toEqual([1, 5])

    turn(game, 'MenuLeft')
    expect([game.paneShown('P1'), game.paneShown('P2')]).toEqual([0, 5])
    for (const board of ['HardEX', 'EX', 'ITG']) await says(game, `${board}, 2 players`)
    const [own, other] = game.lines().filter(({ name, text }) => /^Alias[12]$/.test(name) && text !== '')
    expect([own?.text, other?.text]).toEqual([player.alias, rival.alias])
    expect(game.lines().find(({ name }) => name === 'Rank1')?.text).toBe('>1')
    expect(game.lines().find(({ name }) => name === 'Rank2')?.text).toBe('!2')
    expect(own?.color).not.toEqual(other?.color)
    game.press('MenuDown', 'PlayerNumber_P1')
    game.draw(1)
    expect(game.text()).toContain('HardEX, 2 players')

    turn(game, 'MenuRight')
    expect(game.text()).not.toContain('2 players')
    expect([game.paneShown('P1'), game.paneShown('P2')]).toEqual([1, 5])
  })

  it('has a turn on both sides, is never on both at once, and no pane of the theme is left out', async () => {
    const { game, profile } = await newcomer()
    game.play(stageOf({ seed: 8, folder: profile }))
    await says(game, 'Saved')

    const around = (button: string, side: 'P1' | 'P2') =>
      Array.from({ length: 7 }, () => {
        turn(game, button, side)
        return game.paneShown(side)
      })
    expect(around('MenuRight', 'P1')).toEqual([2, 3, 4, 6, 7, 0, 1])
    expect(around('MenuLeft', 'P2')).toEqual([4, 3, 2, 0, 7, 6, 5])
    turn(game, 'MenuLeft', 'P1')
    expect(game.paneShown('P1')).toBe(0)
    expect(around('MenuRight', 'P2')).toEqual([6, 7, 1, 2, 3, 4, 5])
  })

  it('skips the panes that the theme skips', async () => {
    const { game, profile } = await newcomer()
    game.evaluate('skippedPanes = { [3] = true, [7] = true }')
    game.play(stageOf({ seed: 8, folder: profile }))
    await says(game, 'Saved')
    const around = (button: string, turns: number) =>
      Array.from({ length: turns }, () => {
        turn(game, button)
        return game.paneShown('P1')
      })

    expect(around('MenuLeft', 6)).toEqual([0, 6, 4, 2, 1, 0])
    expect(around('MenuRight', 6)).toEqual([1, 2, 4, 6, 0, 1])

    game.evaluate('skippedPanes = { [7] = true }')
    expect(around('MenuRight', 8)).toContain(3)
    expect(around('MenuRight', 8)).toContain(3)
    expect(around('MenuRight', 8)).not.toContain(7)
  })

  it('stays alone on its side when the theme shows a pane there unasked', async () => {
    const { game, profile } = await newcomer()
    game.play(stageOf({ seed: 8, folder: profile }))
    await says(game, 'Saved')
    turn(game, 'MenuLeft')
    expect(game.paneShown('P1')).toBe(0)

    game.evaluate('showPane("P1", 1)')
    game.draw(2)

    expect(game.paneShown('P1')).toBe(0)
    await says(game, ' player')
  })

  it('and the verdict give way to the window that the theme opens over the evaluation', async () => {
    const { game, profile } = await newcomer()
    game.play(stageOf({ seed: 8, folder: profile }))
    await says(game, 'Saved')
    turn(game, 'MenuLeft')
    await says(game, 'HardEX, ')

    game.evaluate('showPopup(true)')
    game.draw(2)
    expect(game.text()).toBe('')
    turn(game, 'MenuRight')
    game.evaluate('showPopup(false)')
    game.draw(2)
    expect(game.text()).toContain('Saved')
    expect(game.text()).toContain('player')
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
      return getCompetitionStandings.answer.parse(answer.body).meta.total
    }
    await vi.waitUntil(async () => (await ranked()) === 1, { timeout: 30_000, interval: 50 })
    const { game, profile } = await newcomer()

    game.play(stageOf({ seed: 9, folder: profile, skill: 0.9 }))
    turn(game, 'MenuLeft')
    await says(game, 'HardEX, 2 players')
    expect(game.text()).toContain('Blue Shift (Beta), Round 1')
    expect(game.text()).toContain('This chart #1, 10,000 points. Round #1 of 2, 10,000 points')

    game.next()
    game.play(stageOf({ seed: 15, folder: profile, skill: 0.9 }))
    turn(game, 'MenuLeft')
    await says(game, 'HardEX, 1 player')
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

    const titles = game.lines().filter(({ text }) => text === 'Saved')
    expect(titles.map(({ x, align }) => [x < 320, align])).toEqual([
      [true, 'HorizAlign_Left'],
      [false, 'HorizAlign_Right'],
    ])
    for (const board of ['H.EX', 'EX', 'ITG']) {
      const own = new RegExp(`^${board.replace('.', '\\.')} \\d+\\.\\d\\d, #[12]$`)
      await game.until(board, () => game.lines().filter(({ text }) => own.test(text)).length === 2)
    }
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

    turn(game, 'MenuLeft', 'P2')
    expect(game.text()).toContain('A guest has no profile to send it from.')
    await at.hasPlays(player, 1, game)
  })

  it.each([640, 854])('read the longest words within their pane, on a screen of %i × 480', async (width) => {
    const { folder, profile } = await at.newcomer()
    const built = await readFile(new URL('../../dist/client/Stepledger.lua', import.meta.url), 'utf8')
    const game = await at.start({
      folder,
      allowHosts: '*.groovestats.com,*.itgmania.com,*.another.example,scores.of.somebody.example',
      modules: [`SCREEN_WIDTH = ${width}\n${built}`],
    })

    game.play(versusStage({ seed: 14, folders: [profile, ''] }))
    await says(game, 'Press left to read more')
    turn(game, 'MenuLeft')
    await says(game, 'HttpAllowHosts=*.groovestats.com,127.0.0.1,')

    const words = game.lines().filter(({ name, text }) => name.startsWith('Detail') && text !== '')
    for (const { x, maxwidth, zoom, text } of words) {
      expect([text, x >= width / 2 - 305, x + maxwidth * zoom <= width / 2 - 5]).toEqual([text, true, true])
      expect([text, text.length * 6.8 <= maxwidth]).toEqual([text, true])
    }
  })
})

/** px of the theme's own things at 480 high, measured in the running game; P2's are mirrored. */
const themeHas = (width: number, players: number) => {
  const middle = width / 2
  const both = (left: number, right: number, top: number, bottom: number) => [
    { left, right, top, bottom },
    { left: width - right, right: width - left, top, bottom },
  ]
  return [
    { left: 0, right: width, top: 0, bottom: 32 },
    { left: middle - 147, right: middle + 147, top: 38, bottom: 183 },
    { left: middle - 305, right: middle + 305, top: 184, bottom: 453 },
    ...both(middle - 305, middle - 147, 50, 184).slice(0, players),
    ...both(0, 85, 454, 480).slice(0, players),
    { left: middle - 68, right: middle + 68, top: 454, bottom: 480 },
  ]
}

describe('the verdict', () => {
  it.each([
    { width: 640, players: 1 },
    { width: 854, players: 1 },
    { width: 640, players: 2 },
    { width: 854, players: 2 },
  ])(
    'covers nothing of the theme with $players players on a screen of $width × 480',
    async ({ width, players }) => {
      const { folder, profile } = await at.newcomer()
      const second = await profileIn(folder, '00000001', at.ini((await at.addPlayer()).key))
      const built = await readFile(new URL('../../dist/client/Stepledger.lua', import.meta.url), 'utf8')
      const game = await at.start({ folder, modules: [`SCREEN_WIDTH = ${width}\n${built}`] })
      const stage =
        players === 2
          ? versusStage({ seed: 16, folders: [profile, second] })
          : stageOf({ seed: 16, folder: profile })

      game.play(stage)
      await game.until('saved', () => game.text().split('Saved').length === players + 1)
      game.draw(200, 0.05)

      const boxes = game.lines().filter(({ class: kind }) => kind === 'Quad')
      expect(boxes).toHaveLength(players)
      for (const box of boxes) {
        const [left, right] = [box.x - box.width / 2, box.x + box.width / 2]
        const [top, bottom] = [box.y - box.height / 2, box.y + box.height / 2]
        expect([left >= 0, right <= width, bottom <= 480]).toEqual([true, true, true])
        const covered = themeHas(width, players).filter(
          (own) => left < own.right && right > own.left && top < own.bottom && bottom > own.top,
        )
        expect(covered).toEqual([])
      }
      // 20 px high letters of the theme's font, of which its own texts take 0.7 and more.
      const words = game.lines().filter(({ class: kind, text }) => kind === 'BitmapText' && text !== '')
      expect(Math.min(...words.map(({ zoom }) => zoom))).toBeGreaterThanOrEqual(0.75)
    },
  )
})
