import { getCompetitionPlayer, getCompetitionStandings } from '@stepledger/contracts/http/competitions.ts'
import { getPlayStandings } from '@stepledger/contracts/http/plays.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { announced, competition } from '../generators/competition.ts'
import { smallPlay } from '../generators/small-play.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { type CompetitionServer, startCompetitionServer } from './competition-server.ts'

const one = 'a'.repeat(16)
const two = 'b'.repeat(16)
const three = 'c'.repeat(16)
const hour = 3_600_000

let server: CompetitionServer
let ada: Player

beforeAll(async () => {
  server = await startCompetitionServer()
  ada = await newPlayer(server.url, 'ada')
})
afterAll(() => server.stop())

it('a round of first attempts without CMod, of which two charts count, is counted and explained so', async () => {
  // Given five plays on three charts
  const start = Date.now() - hour
  const play = (playId: number, chart: string, offset: number, speed: 'C' | 'M') =>
    smallPlay({ playId, player: ada.id, chart, offset, speed, at: start + playId })
  await server.play([
    play(1, one, 0.05, 'M'),
    play(2, one, 0, 'M'),
    play(3, two, 0, 'M'),
    play(4, three, 0.02, 'M'),
    play(5, two, 0, 'C'),
  ])
  // When a competition is announced with these rules
  const round = {
    name: 'Round 1',
    start,
    end: start + 24 * hour,
    charts: [one, two, three],
    attempts: 'first' as const,
    counted: 2,
    cmod: false,
  }
  await server.say(announced(competition({ slug: 'first-try', rounds: [round] })))

  // Then its total has two of three charts,
  const ask = async <T>(path: string, { parse }: { parse(body: unknown): T }): Promise<T> =>
    parse((await call(`${server.url}${path}`)).body)
  const totals = async () =>
    (await call(`${server.url}/api/event/first-try/standings`)).status === 200
      ? (await ask('/api/event/first-try/standings', getCompetitionStandings.answer)).rankings
      : []
  await vi.waitUntil(async () => (await totals())[0]?.chartsPlayed === 3, { timeout: 30_000 })
  expect(await totals()).toMatchObject([{ userAlias: 'ada', totalPoints: 20_000, chartsPlayed: 3 }])
  const { charts } = await ask(`/api/event/first-try/player/${ada.id}`, getCompetitionPlayer.answer)
  expect(charts.map(({ chartHash, leaderboards }) => [chartHash, leaderboards[0]?.counted])).toEqual([
    [one, undefined],
    [two, undefined],
    [three, false],
  ])
  // and each play that doesn't count says which rule left it out.
  const verdictOn = async (playId: number) =>
    (await ask(`/api/play/${playId}/standings`, getPlayStandings.answer)).events.flatMap(({ reasons }) =>
      reasons.map(({ text }) => text),
    )
  expect(await verdictOn(1)).toEqual([])
  expect(await verdictOn(2)).toEqual(['Only the first attempt on a chart counts in Round 1.'])
  expect(await verdictOn(5)).toEqual([
    'Only the first attempt on a chart counts in Round 1.',
    "CMod isn't allowed in Round 1: choose XMod or MMod.",
  ])
})
