import { getCompetitionPlayer, getCompetitionStandings } from '@stepledger/contracts/http/competitions.ts'
import { getPlayStandings } from '@stepledger/contracts/http/plays.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { announced, competition } from '../generators/competition.ts'
import { smallPlay } from '../generators/small-play.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { type CompetitionServer, startCompetitionServer } from './competition-server.ts'

const day = 86_400_000

describe('scores that were received after the end of an event', () => {
  let server: CompetitionServer
  let players: Player[]
  const one = (i: number) => itemAt(players, i)
  const ask = async <T>(path: string, { parse }: { parse(body: unknown): T }): Promise<T> =>
    parse((await call(`${server.url}${path}`)).body)
  const isFolded = async (playId: number) => (await call(`${server.url}/api/play/${playId}`)).status === 200

  /** A larger offset gives a lower score. */
  const play = (playId: number, i: number, chart: string, offset: number, at: number, more = {}) =>
    smallPlay({ playId, player: one(i).id, chart, offset, at, ...more })

  beforeAll(async () => {
    server = await startCompetitionServer()
    players = await Promise.all(['ada', 'ben'].map((alias) => newPlayer(server.url, alias)))
  })
  afterAll(() => server.stop())

  it('are marked within the grace period, unless an earlier score is as good', async () => {
    const chart = 'd'.repeat(16)
    const inTime = 'e'.repeat(16)
    const over = Date.now() - 3_600_000
    const round = { name: 'Round 1', start: over - day, end: over, charts: [chart, inTime] }
    const playedAt = over - 60_000
    await server.play([
      play(20, 0, chart, 0.05, over - 2_000),
      play(21, 0, chart, 0.01, over + 1_000, { playedAt }),
      play(22, 1, chart, 0.03, over - 1_000),
      // Not better than Ben's play before the end, so his score is not late.
      play(23, 1, chart, 0.03, over + 2_000, { playedAt }),
      play(24, 0, inTime, 0.02, over - 1_000),
    ])
    for (const last of [23, 24]) await vi.waitUntil(() => isFolded(last), { timeout: 30_000 })
    await server.say(announced(competition({ slug: 'late-shift', grace: 86_400, rounds: [round] })))
    const lateStandings = async (query = '') =>
      getCompetitionStandings.answer.safeParse(
        (await call(`${server.url}/api/event/late-shift/standings${query}`)).body,
      ).data?.rankings
    await vi.waitUntil(async () => (await lateStandings())?.length === 2, { timeout: 30_000 })

    const marks = async (query: string) =>
      (await lateStandings(query))?.map(({ userAlias, late }) => [userAlias, late])
    const expected = [
      ['ada', true],
      ['ben', undefined],
    ]
    expect(await marks('')).toEqual(expected)
    expect(await marks('?round=1&leaderboard=EX')).toEqual(expected)

    const lateCharts = async (player: Player) =>
      (await ask(`/api/event/late-shift/player/${player.id}`, getCompetitionPlayer.answer)).charts.map(
        ({ chartHash, leaderboards }) => [chartHash, leaderboards.map(({ late }) => late)],
      )
    expect(await lateCharts(one(0))).toEqual([
      [chart, [true, true, true]],
      [inTime, [undefined, undefined, undefined]],
    ])
    expect(await lateCharts(one(1))).toEqual([[chart, [undefined, undefined, undefined]]])

    const lateOf = async (playId: number) =>
      (await ask(`/api/play/${playId}/standings`, getPlayStandings.answer)).events.map(({ late }) => late)
    expect(await lateOf(21)).toEqual([true])
    expect(await lateOf(20)).toEqual([undefined])
  })
})
