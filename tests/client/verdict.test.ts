import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { gameSetup } from './game/game-setup.ts'
import { createProfile } from './game/profiles.ts'
import { stageOf, versusStage } from './game/world.ts'

let setup: Awaited<ReturnType<typeof gameSetup>>
beforeAll(async () => {
  setup = await gameSetup()
})
afterAll(() => setup.stop())
afterEach(() => setup.endGames())

/** The module, in a game whose screen has this width. */
async function moduleAt(width: number): Promise<string> {
  const built = await readFile(new URL('../../dist/client/module/Stepledger.lua', import.meta.url), 'utf8')
  return `SCREEN_WIDTH = ${width}\n${built}`
}

/** Areas that the theme uses, px at a height of 480, measured in the running game; those of P2 are mirrored. */
const themeAreas = (width: number, players: number, lobby = false) => {
  const middle = width / 2
  const mirrored = (left: number, right: number, top: number, bottom: number) => [
    { left, right, top, bottom },
    { left: width - right, right: width - left, top, bottom },
  ]
  return [
    { left: 0, right: width, top: 0, bottom: 32 },
    { left: middle - 147, right: middle + 147, top: 38, bottom: 183 },
    { left: middle - 305, right: middle + 305, top: 184, bottom: 453 },
    ...mirrored(middle - 305, middle - 147, 50, 184).slice(0, players),
    ...mirrored(0, 85, 454, 480).slice(0, players),
    { left: middle - 68, right: middle + 68, top: 454, bottom: 480 },
    ...(lobby ? [lobbyArea(width, players)] : []),
  ]
}

/** Where player 1 alone has the lobby at the right; two players have it in the middle. */
const lobbyArea = (width: number, players: number) => {
  const left = players === 1 ? width - 200 : width / 2 - 100
  return { left, right: left + 200, top: 0, bottom: 480 }
}

describe('the verdict', () => {
  it.each([
    { width: 640, players: 1, lobby: false },
    { width: 854, players: 1, lobby: false },
    { width: 640, players: 2, lobby: false },
    { width: 854, players: 2, lobby: false },
    { width: 640, players: 1, lobby: true },
    { width: 854, players: 1, lobby: true },
    { width: 854, players: 2, lobby: true },
  ])(
    'covers nothing of the theme on a screen of $width × 480, $players players, in a lobby: $lobby',
    async ({ width, players, lobby }) => {
      const { folder, profile } = await setup.addPlayerWithMachine()
      const second = await createProfile(folder, '00000001', setup.ini((await setup.addPlayer()).key))
      const game = await setup.start({ folder, modules: [await moduleAt(width)] })
      const stage =
        players === 2
          ? versusStage({ seed: 16, folders: [profile, second] })
          : stageOf({ seed: 16, folder: profile })

      game.play(stage)
      await game.waitFor('saved', () => game.text().split('Saved').length === players + 1)
      game.evaluate(`showLobby(${lobby})`)
      game.draw(200, 0.05)

      const boxes = game.lines().filter(({ class: kind }) => kind === 'Quad')
      expect(boxes).toHaveLength(players)
      for (const box of boxes) {
        const [left, right] = [box.x - box.width / 2, box.x + box.width / 2]
        const [top, bottom] = [box.y - box.height / 2, box.y + box.height / 2]
        expect([left >= 0, right <= width, bottom <= 480]).toEqual([true, true, true])
        const covered = themeAreas(width, players, lobby).filter(
          (area) => left < area.right && right > area.left && top < area.bottom && bottom > area.top,
        )
        expect(covered).toEqual([])
      }
      // The theme's own texts have a zoom of at least 0.7.
      const texts = game.lines().filter(({ class: kind, text }) => kind === 'BitmapText' && text !== '')
      expect(Math.min(...texts.map(({ zoom }) => zoom))).toBeGreaterThanOrEqual(0.75)
    },
  )

  it.each([640, 854])(
    'refers to the pane for a text that is too long; there it fits, on a screen of %i × 480',
    async (width) => {
      const { folder, profile } = await setup.addPlayerWithMachine()
      const game = await setup.start({
        folder,
        allowHosts: '*.groovestats.com,*.itgmania.com,*.another.example,scores.of.somebody.example',
        modules: [await moduleAt(width)],
      })

      game.play(versusStage({ seed: 14, folders: [profile, ''] }))
      await game.waitForText('Your play is kept.')
      await game.waitForText('Press left to read more')
      game.press('MenuLeft')
      await game.waitForText('HttpAllowHosts=*.groovestats.com,127.0.0.1,')

      const details = game.lines().filter(({ name, text }) => name.startsWith('Detail') && text !== '')
      for (const { x, maxwidth, zoom, text } of details) {
        expect([text, x >= width / 2 - 305, x + maxwidth * zoom <= width / 2 - 5]).toEqual([text, true, true])
        expect([text, text.length * 6.8 <= maxwidth]).toEqual([text, true])
      }
    },
  )
})
