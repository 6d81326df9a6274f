import { getUser } from '@stepledger/contracts/http/accounts.ts'
import { filteredStandings, getStandingsAtDay } from '@stepledger/contracts/http/boards.ts'
import {
  getCompetition,
  getCompetitionPlayer,
  getCompetitionRace,
  getCompetitionStandings,
  listCompetitions,
} from '@stepledger/contracts/http/competitions.ts'
import { getPanel } from '@stepledger/contracts/http/game-reads.ts'
import { getHome } from '@stepledger/contracts/http/home.ts'
import { getPlayStandings } from '@stepledger/contracts/http/plays.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { announced, competition, exponential, pointsChanged } from '../generators/competition.ts'
import { smallPlay } from '../generators/small-play.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { type CompetitionServer, startCompetitionServer } from './competition-server.ts'

const day = 86_400_000
const start = Math.floor(Date.now() / day) * day - 3 * day
const first = 'a'.repeat(16)
const second = 'b'.repeat(16)
const later = 'c'.repeat(16)

/** Started three days ago; the first of its two rounds is running. */
const event = competition({
  downloadUrl: 'https://packs.example/blue-shift.zip',
  rounds: [
    { name: 'Round 1', start, end: start + 21 * day, charts: [first, second] },
    { name: 'Round 2', start: start + 21 * day, end: start + 42 * day, charts: [later] },
  ],
})

describe('the pages of a running event', () => {
  let server: CompetitionServer
  let players: Player[]
  const one = (i: number) => itemAt(players, i)
  const ask = async <T>(path: string, { parse }: { parse(body: unknown): T }, token?: string): Promise<T> =>
    parse((await call(`${server.url}${path}`, token ? { token } : {})).body)
  const standings = (query = '') =>
    ask(`/api/event/blue-shift/standings${query}`, getCompetitionStandings.answer)
  const of = (player: Player) => ask(`/api/event/blue-shift/player/${player.id}`, getCompetitionPlayer.answer)
  const race = (query: string) => ask(`/api/event/blue-shift/race${query}`, getCompetitionRace.answer)
  /** Null until the event exists. */
  const participants = async () => {
    const { status, body } = await call(`${server.url}/api/event/blue-shift/standings`)
    return status === 200 ? getCompetitionStandings.answer.parse(body).meta.total : null
  }

  const isFolded = async (playId: number) => (await call(`${server.url}/api/play/${playId}`)).status === 200

  /** A larger offset gives a lower score. */
  const play = (playId: number, i: number, chart: string, offset: number, at: number, more = {}) =>
    smallPlay({ playId, player: one(i).id, chart, offset, at, ...more })

  beforeAll(async () => {
    server = await startCompetitionServer()
    players = await Promise.all(['ada', 'ben', 'cyd'].map((alias) => newPlayer(server.url, alias)))
    await server.play([
      // On day one Ada is ahead on both charts.
      play(1, 0, first, 0.03, start + 1_000),
      play(2, 1, first, 0.06, start + 2_000),
      play(3, 0, second, 0.03, start + 3_000),
      play(4, 1, second, 0.06, start + 4_000),
      // On day two Cyd joins; two hours ago Ben passed Ada.
      play(5, 2, first, 0.12, start + day + 1_000, { passed: false }),
      play(6, 1, first, 0.001, Date.now() - 7_200_000),
      // These don't count.
      play(7, 2, second, 0.001, start - 1_000),
      play(8, 2, later, 0.001, start + 5_000),
    ])
    // Daily totals are written once per finished day, so everything must be folded before.
    for (const last of [3, 6, 8]) await vi.waitUntil(() => isFolded(last), { timeout: 30_000 })
    await server.say({ ...announced(event), at: start - day })
    await vi.waitUntil(async () => (await participants()) === 3, { timeout: 30_000 })
    await vi.waitUntil(async () => (await race('')).days.length > 3, { timeout: 30_000 })
  })
  afterAll(() => server.stop())

  it('list events with their phases', async () => {
    const { events: competitions } = await ask('/api/events', listCompetitions.answer)
    expect(competitions).toMatchObject([
      {
        slug: 'blue-shift',
        phase: 'running',
        final: false,
        rounds: [{ phase: 'running' }, { phase: 'before' }],
      },
    ])
  })

  it('show the event, and the number of players on each chart', async () => {
    const page = await ask('/api/event/blue-shift', getCompetition.answer)
    expect(page).toMatchObject({
      name: 'Blue Shift (Beta)',
      announcementDownloadUrl: event.downloadUrl,
      pointsSystem: { maxPoints: 10_000, decayRate: 0.08 },
      participants: 3,
      closed: null,
    })
    expect(page.rounds.map(({ charts }) => charts.map((chart) => [chart.title, chart.participants]))).toEqual(
      [
        [
          ['Song', 3],
          ['Song', 2],
        ],
        [['Song', 0]],
      ],
    )
    expect(page.generatedAt).not.toBeNull()
  })

  it('rank everybody, overall and by round, on each board', async () => {
    const overall = await standings('?leaderboard=EX')
    expect(
      overall.rankings.map(({ rank, userAlias, totalPoints, chartsPlayed }) => [
        rank,
        userAlias,
        totalPoints,
        chartsPlayed,
      ]),
    ).toEqual([
      // Ben is first on one chart and second on the other, Ada the other way round.
      [1, expect.stringMatching(/ada|ben/), 10_000 + 9_231, 2],
      [1, expect.stringMatching(/ada|ben/), 10_000 + 9_231, 2],
      [3, 'cyd', 8_521, 1],
    ])
    expect((await standings('?round=1&leaderboard=itg')).leaderboard).toBe('ITG')
    expect((await standings('?round=2')).rankings).toEqual([])
    expect((await call(`${server.url}/api/event/blue-shift/standings?round=3`)).status).toBe(404)
    expect((await call(`${server.url}/api/event/no-such-event`)).status).toBe(404)
  })

  it('rank everybody as of a day, with the rank of now', async () => {
    const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
    const asOf = (time: number, query = '') =>
      ask(`/api/event/blue-shift/standings/${dayOf(time)}${query}`, getStandingsAtDay.answer)
    const present = await standings('?leaderboard=EX')
    const today = await asOf(Date.now(), '?leaderboard=EX')
    expect(today.rankings).toEqual(present.rankings.map((row) => ({ ...row, rankNow: row.rank })))
    // On day one Ada was ahead on both charts, and Cyd had no score.
    const { meta, rankings } = await asOf(start, '?leaderboard=EX')
    expect(meta.total).toBe(2)
    expect(rankings.map((row) => [row.rank, row.userId, row.totalPoints, row.rankNow])).toEqual([
      [1, one(0).id, 20_000, 1],
      [2, one(1).id, 2 * 9_231, 1],
    ])
    expect((await asOf(start, '?round=2')).rankings).toEqual([])
    expect((await asOf(start - day)).rankings).toEqual([])
    const path = `${server.url}/api/event/blue-shift/standings`
    expect((await call(`${path}/${dayOf(start)}?round=3`)).status).toBe(404)
    expect((await call(`${path}/yesterday`)).status).toBe(400)
  })

  it('rank the players of a country and the rivals, among themselves and among all', async () => {
    // Given Ben and Cyd of Finland, and Cyd as a rival of Ada,
    for (const i of [1, 2])
      await call(`${server.url}/api/user`, { token: one(i).token, method: 'PUT', body: { countryId: 246 } })
    await call(`${server.url}/api/rivals`, { token: one(0).token, body: { rivalUserId: one(2).id } })
    const among = async (path: string, token?: string) =>
      (await ask(`/api/event/blue-shift/${path}?leaderboard=EX`, filteredStandings, token)).rankings.map(
        ({ rank, rankOfAll, userAlias }) => [rank, rankOfAll, userAlias],
      )
    const expected = (alias: string) => [
      [1, 1, alias],
      [2, 3, 'cyd'],
    ]
    // The fold of the rival and the outbox of the countries follow.
    await vi.waitUntil(async () => (await among('country/fi')).length === 2, { timeout: 30_000 })
    expect(await among('country/fi')).toEqual(expected('ben'))
    await vi.waitUntil(async () => (await among('rivals', one(0).token)).length === 2, { timeout: 30_000 })
    expect(await among('rivals', one(0).token)).toEqual(expected('ada'))

    // When Cyd moves, then a page that was read before has changed.
    await call(`${server.url}/api/user`, { token: one(2).token, method: 'PUT', body: { countryId: 392 } })
    await vi.waitUntil(async () => (await among('country/fi')).length === 1, { timeout: 30_000 })
    expect(await among('country/jp')).toEqual([[1, 3, 'cyd']])
    expect((await call(`${server.url}/api/event/blue-shift/country/zz`)).status).toBe(404)
  })

  it('show a player the distance to the next place, and who passed since yesterday', async () => {
    const { places, charts, passed, leaderboards } = await of(one(0))
    expect(places.filter(({ round }) => round === 1)).toHaveLength(3)
    const onFirst = charts.find(({ chartHash }) => chartHash === first)?.leaderboards[0]
    expect(onFirst).toMatchObject({
      leaderboard: 'HardEX',
      rank: 2,
      points: 9_231,
      next: { rank: 1, points: 769 },
    })
    expect(passed.filter(({ leaderboard }) => leaderboard === 'HardEX')).toMatchObject([
      { leaderboard: 'HardEX', chartHash: first, user: { alias: 'ben' }, lost: 769 },
    ])
    // The same by board, as one event has it over all rounds.
    const overall = places.find(({ round, leaderboard }) => round === 0 && leaderboard === 'EX')
    expect(leaderboards.EX).toMatchObject({
      rank: overall?.rank,
      totalPoints: overall?.totalPoints,
      chartsPlayed: overall?.chartsPlayed,
    })
    const scores = leaderboards.HardEX?.chartScores ?? []
    expect(scores.find(({ chartHash }) => chartHash === first)).toMatchObject({ rank: 2, points: 9_231 })
    expect(scores.map(({ points }) => points)).toEqual(
      scores.map(({ points }) => points).toSorted((a, b) => b - a),
    )

    const cy = await of(one(2))
    expect(cy.places[0]).toMatchObject({ rank: 3, next: { rank: 1, points: 10_710 } })
    expect(cy.passed).toEqual([])
  })

  it('show the race by day, and the current standings', async () => {
    const { days, lines } = await race(`?round=1&leaderboard=HardEX&player=${one(2).id}`)
    expect(days.map((at) => Date.parse(at))).toEqual([
      start,
      start + day,
      start + 2 * day,
      start + 3 * day,
      expect.any(Number),
    ])
    const pointsOf = (alias: string) => lines.find(({ user }) => user.alias === alias)?.points
    expect(pointsOf('ada')?.slice(0, 3)).toEqual([0, 20_000, 20_000])
    expect(pointsOf('ada')?.at(-1)).toBe(19_231)
    expect(pointsOf('ben')?.slice(0, 3)).toEqual([0, 18_462, 18_462])
    expect(pointsOf('cyd')?.slice(0, 3)).toEqual([0, 0, 8_521])
  })

  it('say of each play whether and for how much it counts, or why not', async () => {
    const eventsOf = async (playId: number) =>
      (await ask(`/api/play/${playId}/standings`, getPlayStandings.answer)).events
    expect(await eventsOf(6)).toMatchObject([
      {
        slug: 'blue-shift',
        round: 1,
        counts: true,
        reasons: [],
        leaderboards: [{ leaderboard: 'HardEX', rank: 1, points: 10_000 }, {}, {}],
      },
    ])
    // A better play of the same player counts instead.
    expect(await eventsOf(2)).toMatchObject([{ counts: true, leaderboards: [{ points: null }, {}, {}] }])
    expect(await eventsOf(5)).toMatchObject([{ counts: true, leaderboards: [{ rank: 3 }, {}, {}] }])
    // Played before the event began: nothing to explain.
    expect(await eventsOf(7)).toEqual([])
    expect(await eventsOf(8)).toMatchObject([{ round: 2, counts: false, reasons: [{ code: 'other-round' }] }])
  })

  it('show place and points in the game, on charts of the running round', async () => {
    const ada = one(0)
    const { events: competitions } = await ask(`/v1/chart/${first}/leaderboards`, getPanel.answer, ada.key)
    expect(competitions).toMatchObject([
      {
        slug: 'blue-shift',
        round: 1,
        leaderboards: [
          { type: 'HardEX', chart: { rank: 2, points: 9_231 }, place: { participants: 3 } },
          {},
          {},
        ],
      },
    ])
    expect((await ask(`/v1/chart/${later}/leaderboards`, getPanel.answer, ada.key)).events).toEqual([])
  })

  it('the home page shows the event, the profile the rank', async () => {
    const home = await ask('/api/blueshift', getHome.answer)
    expect(home.announcement).toBe(event.announcement)
    expect(home.charts.map(({ hash }) => hash)).toEqual([first, second])
    expect(home.overallLeaderboard?.leaderboards.hardEX).toMatchObject({ totalParticipants: 3 })
    expect((await call(`${server.url}/api/user/${one(2).id}`)).body).toMatchObject({ blueShift: 3 })
    expect(await ask('/api/user', getUser.answer, one(2).token)).toMatchObject({ blueShift: 3 })
  })

  it('are in the sitemap and have link pictures', async () => {
    const sitemap = await (await fetch(`${server.url}/sitemap/pages.xml`)).text()
    expect(sitemap).toContain('/event/blue-shift</loc>')
    const picture = await fetch(`${server.url}/picture/event/blue-shift.png`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  it('update when the formula changes', async () => {
    await server.say(pointsChanged('blue-shift', { ...exponential, maxPoints: 1_000 }))
    await vi.waitUntil(async () => (await standings()).rankings[0]?.totalPoints === 1_923, {
      timeout: 30_000,
    })
    await vi.waitUntil(async () => (await race('')).lines[0]?.points[1] !== 20_000, { timeout: 30_000 })
    const home = await ask('/api/blueshift', getHome.answer)
    expect(home.overallLeaderboard?.pointsSystem.maxPoints).toBe(1_000)
  })

  it('name the next place that gives more points, not one that gives the same', async () => {
    const points = { ...exponential, pieces: [{ ...itemAt(exponential.pieces, 0), rate: 10 }] }
    const round = { name: 'Round 1', start, end: start + 21 * day, charts: [first] }
    await server.say(announced(competition({ slug: 'steep-shift', points, rounds: [round] })))
    const places = async () => {
      const { status, body } = await call(`${server.url}/api/event/steep-shift/player/${one(2).id}`)
      return status === 200 ? getCompetitionPlayer.answer.parse(body).charts[0]?.leaderboards[0] : undefined
    }
    await vi.waitUntil(places, { timeout: 30_000 })
    const { rankings } = await ask('/api/event/steep-shift/standings', getCompetitionStandings.answer)
    expect(rankings.map(({ totalPoints }) => totalPoints)).toEqual([10_000, 1, 1])
    expect(await places()).toMatchObject({ rank: 3, points: 1, next: { rank: 1, points: 9_999 } })
  })

  it('show in the game the three whose rounds end first', async () => {
    const shared = 'd'.repeat(16)
    for (const [i, slug] of ['april', 'march', 'february', 'january'].entries())
      await server.say(
        announced({
          ...event,
          slug,
          rounds: [{ ...itemAt(event.rounds, 0), end: Date.now() + (4 - i) * day, charts: [shared] }],
        }),
      )
    const inGame = async () => {
      const { events } = await ask(`/v1/chart/${shared}/leaderboards`, getPanel.answer, one(0).key)
      return events.map(({ slug }) => slug)
    }
    await vi.waitFor(async () => expect(await inGame()).toEqual(['january', 'february', 'march']), 10_000)
  })
})
