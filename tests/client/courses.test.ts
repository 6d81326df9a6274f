import { play as playPage } from '@stepledger/contracts/http/shapes/play.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, type Player } from '../system/client.ts'
import { gameSetup } from './game/game-setup.ts'
import { type Stage, stageOf, withPlayer } from './game/world.ts'

/** The theme has one list of steps for all songs of a course, and the game adds up their statistics. */
let setup: Awaited<ReturnType<typeof gameSetup>>
beforeAll(async () => {
  setup = await gameSetup()
})
afterAll(() => setup.stop())
afterEach(() => setup.endGames())

async function shownPlays(player: Player) {
  const ids = await setup.playsOf(player)
  const pages = await Promise.all(ids.map((id) => call(`${setup.server.url}/api/play/${id}`)))
  return pages.map(({ body }) => playPage.parse(body)).toSorted((a, b) => a.id - b.id)
}

const radarOf = (stage: Stage) => stage.players.P1?.stats.radar
const first = 3

describe('a course', () => {
  it('is one play per song, each with its own chart, steps and radar', async () => {
    const { game, player, profile } = await setup.startForNewPlayer()
    const songs = [60, 61, 62].map((seed, nth) => {
      const stage = stageOf({ seed, folder: profile, rows: 40 + nth })
      return { ...stage, song: { ...stage.song, first } }
    })

    await game.playCourse(songs)
    await setup.waitForPlays(player, 3, game)

    const shown = await shownPlays(player)
    expect(shown.map(({ chart }) => chart.hash).toSorted()).toEqual(
      songs.map(({ players }) => players.P1?.streams.Hash).toSorted(),
    )
    for (const stage of songs) {
      const { P1 } = stage.players
      const play = shown.find(({ chart }) => chart.hash === P1?.streams.Hash)
      expect(play?.timingData).toHaveLength(P1?.rows?.length ?? 0)
      expect(play?.passed).toBe(true)
      const sent = setup.proxy.requests
        .map(({ body }) => body)
        .find((body) => body.includes(String(P1?.streams.Hash)))
      expect(JSON.parse(sent ?? '')).toMatchObject({ radar: radarOf(stage), passed: true, side: 1 })
    }
  })

  it('that is failed in its second song is a passed and a failed play', async () => {
    const { game, player, profile } = await setup.startForNewPlayer()
    const passed = stageOf({ seed: 63, folder: profile, rows: 40 })
    const other = stageOf({ seed: 64, folder: profile, rows: 40 })
    const stats = { ...other.players.P1?.stats, failed: true, grade: 'Grade_Failed' }
    const failed = withPlayer(other, { stats, counted: 25 })

    await game.playCourse([passed, failed])
    await setup.waitForPlays(player, 2, game)

    const shown = await shownPlays(player)
    expect(shown.map((play) => [play.chart.hash, play.passed]).toSorted()).toEqual(
      [
        [passed.players.P1?.streams.Hash, true],
        [failed.players.P1?.streams.Hash, false],
      ].toSorted(),
    )
  })

  it("does not change the theme's data of charts", async () => {
    const { game, player, profile } = await setup.startForNewPlayer()
    const songs = [65, 66].map((seed) => stageOf({ seed, folder: profile, rows: 20 }))
    game.evaluate('SL.P1.Streams = { Hash = "before" }')

    await game.playCourse(songs)
    await setup.waitForPlays(player, 2, game)

    expect(game.evaluate('return SL.P1.Streams.Hash')).toBe('before')
  })
})
