import { chartLeaderboards, chartPage } from '@stepledger/contracts/http/charts.ts'
import { submitPlays } from '@stepledger/contracts/http/game.ts'
import { homePage } from '@stepledger/contracts/http/home.ts'
import { profilePage } from '@stepledger/contracts/http/players.ts'
import { playExplanation } from '@stepledger/contracts/http/plays.ts'
import { play } from '@stepledger/contracts/http/shapes/play.ts'
import { playStandings } from '@stepledger/contracts/http/shapes/standing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packAfterPlaysTests } from '../catalogue/pack-after-plays-tests.ts'
import { packTests } from '../catalogue/pack-tests.ts'
import { operatingTests } from '../deployment/operating-tests.ts'
import { playBody } from '../generators/play-body.ts'
import { samplePlays } from '../generators/sample-plays.ts'
import { isLong } from '../length.ts'
import { movedDeadlineTests } from '../standings/moved-deadline-tests.ts'
import { call, newPlayer, type Player, submit, submitUntilRanked } from './client.ts'
import { expectConsistentReads } from './consistent-reads.ts'
import { engines } from './engines.ts'
import { listen } from './listener.ts'
import type { SystemUnderTest } from './system-under-test.ts'

/** The built server on either engine. One system runs all test cases, because the distributed one has ten processes. */
describe.each(engines)('on $name', ({ isAvailable, hasRoles, start }) => {
  if (!isAvailable) return it.skip('what it needs is not here')
  let system: SystemUnderTest
  beforeAll(async () => {
    system = await start({ CHECK_ANSWERS: 'on' })
  })
  afterAll(async () => {
    expect(new Set(await system.stop())).toEqual(new Set([0]))
    await system.remove()
  })
  const running = () => system

  describe('submitting a play', () => aPlayGoesIn(running))
  if (hasRoles)
    it('plays of many players are read consistently from every process', () =>
      expectConsistentReads(system.url))
  if (hasRoles || isLong) describe('packs', () => packTests(running))
  if (hasRoles || isLong) describe('plays and the pack of their chart', () => packAfterPlaysTests(running))
  if (isLong) describe('a deadline that moves under load', () => movedDeadlineTests(running))
  if (hasRoles) describe('the ledger command', () => operatingTests(running))
})

/** From registering to the message on an open page. */
function aPlayGoesIn(running: () => SystemUnderTest): void {
  let server: SystemUnderTest
  let ada: Player
  let ben: Player

  beforeAll(async () => {
    server = running()
    ada = await newPlayer(server.url, 'ada')
    ben = await newPlayer(server.url, 'ben')
  })
  const get = async (path: string, headers = {}) => (await call(`${server.url}${path}`, { headers })).body

  it('appears on home, its chart, the boards, the play page, the profile and open pages', async () => {
    const body = playBody({ seed: 11, skill: 0.9 })
    const page = await listen(server.url, ['home', `chart:${body.hash}`, `player:${ada.id}`])

    const answer = await submit(server.url, ada, body)

    expect(answer).toMatchObject({ success: true, duplicate: false, eligible: true, reasons: [] })
    const ranked = await submitUntilRanked(server.url, ada, body)
    expect(ranked.playId).toBe(answer.playId)
    expect(
      ranked.boards.map(({ type, rank, total, personalBest, delta }) => [
        type,
        rank,
        total,
        personalBest,
        delta,
      ]),
    ).toEqual([
      ['HardEX', 1, 1, true, null],
      ['EX', 1, 1, true, null],
      ['ITG', 1, 1, true, null],
    ])
    for (const topic of ['home', `chart:${body.hash}`, `player:${ada.id}`]) {
      const message = await page.received((m) => m.type === 'play' && m.topic === topic)
      expect(message).toMatchObject({ play: { playId: answer.playId, user: { alias: 'ada' } } })
    }
    page.close()

    const asked = { 'ledger-position': answer.position }
    expect(homePage.parse(await get('/api/blueshift', asked)).recentPlays[0]?.playId).toBe(answer.playId)
    expect(chartPage.parse(await get(`/api/chart/${body.hash}`, asked))).toMatchObject({
      plays: 1,
      title: body.songName,
    })
    const { leaderboards } = chartLeaderboards.parse(await get(`/api/chart/${body.hash}/leaderboards`, asked))
    expect(
      leaderboards.map(({ type, id, scores }) => [type, id, scores[0]?.alias, scores[0]?.score]),
    ).toEqual(answer.boards.map(({ type, id, score }) => [type, id, 'ada', score]))
    const shown = play.parse(await get(`/api/play/${answer.playId}`, asked))
    expect(shown.timingData).toEqual(body.timingData.map(([time, offset]) => [time, offset]))
    expect(shown.leaderboards.map(({ leaderboard, data }) => [leaderboard, data.score, data.grade])).toEqual(
      answer.boards.map(({ type, score, grade }) => [type, score, grade]),
    )
    const profile = profilePage.parse(await get(`/api/user/${ada.id}`, asked))
    expect(profile).toMatchObject({
      alias: 'ada',
      userHasSubmittedScore: true,
      recentPlaysMeta: { total: 1 },
    })
  })

  it('can be explained: event, rules, sums of each score, and rank', async () => {
    const body = playBody({ seed: 15, skill: 0.7 })
    const cem = await newPlayer(server.url, 'cem')
    const answer = await submit(server.url, cem, body)
    const asked = { 'ledger-position': answer.position }
    const explained = playExplanation.parse(await get(`/api/play/${answer.playId}/explanation`, asked))
    expect(explained).toMatchObject({
      event: { position: answer.position, type: 'PlaySubmitted' },
      rows: body.timingData.length,
      rowsCounted: body.timingData.length,
      failedAt: null,
      maximumFrom: 'play',
    })
    for (const [i, { score, grade, sum, maximum, earned, possible }] of explained.systems.entries()) {
      expect([score, grade]).toEqual([answer.boards[i]?.score, answer.boards[i]?.grade])
      expect(earned.reduce((total, line) => total + line.points, 0)).toBeCloseTo(sum, 6)
      expect(possible.reduce((total, line) => total + line.points, 0)).toBe(maximum)
      expect((Math.floor((sum / maximum) * 10_000) / 100).toFixed(2)).toBe(score)
    }

    const standings = async (after: string) =>
      playStandings.parse(await get(`/api/play/${answer.playId}/standings`, { 'ledger-position': after }))
        .standings
    expect((await standings(answer.position)).map(({ rank, total }) => [rank, total])).toEqual(
      answer.boards.map(() => [1, 1]),
    )
    const { position } = await submit(server.url, ada, {
      ...playBody({ seed: 16, skill: 1 }),
      hash: body.hash,
    })
    expect((await standings(position)).map(({ rank, total }) => [rank, total])).toEqual(
      answer.boards.map(() => [2, 2]),
    )
    expect((await call(`${server.url}/api/play/999999999/explanation`)).status).toBe(404)
  })

  it('twice, eight times at once and with another key is one play', async () => {
    const body = playBody({ seed: 12, skill: 0.8 })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => submit(server.url, ben, body, { 'idempotency-key': `key-${i}` })),
    )
    answers.push(
      await submit(server.url, ben, { ...body, pendingDate: '2026-01-01T10:00:00', wasPending: true }),
    )

    expect(new Set(answers.map((answer) => answer.playId)).size).toBe(1)
    expect(answers.filter((answer) => !answer.duplicate)).toHaveLength(1)
    const profile = profilePage.parse(
      await get(`/api/user/${ben.id}`, { 'ledger-position': answers[8]?.position }),
    )
    expect(profile.recentPlaysMeta.total).toBe(1)
  })

  it('in a queue has its own result, and is the same play when sent alone', async () => {
    const queue = [31, 32, 33].map((seed) => playBody({ seed, skill: 0.7 }))
    const plays = [...queue.map((play) => ({ idempotencyKey: `q ${play.hash}`, play })), { play: {} }]
    const answer = await call(`${server.url}/v1/plays`, { token: ben.key, body: { plays } })
    const { results } = submitPlays.answer.parse(answer.body)
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 422])

    const alone = await Promise.all(queue.map((play) => submit(server.url, ben, play)))
    expect(alone.map(({ playId, duplicate }) => [playId, duplicate])).toEqual(
      results.slice(0, 3).map(({ body }) => ['playId' in body && body.playId, true]),
    )
    const asked = { 'ledger-position': answer.headers.get('ledger-position') ?? '' }
    const profile = profilePage.parse(await get(`/api/user/${ben.id}`, asked))
    const shown = profile.recentPlays.map(({ playId }) => playId)
    expect(shown).toEqual(expect.arrayContaining(alone.map(({ playId }) => playId)))
  })

  it('can be withdrawn: the next best replaces it, and a resend does not restore it', async () => {
    const chart = playBody({ seed: 13, skill: 0.2 })
    const better = playBody({ seed: 14, skill: 0.95 })
    const [first, second] = [{ ...chart }, { ...better, hash: chart.hash }]
    const low = await submit(server.url, ada, first)
    const high = await submitUntilRanked(server.url, ada, second)
    expect(high.boards[1]?.delta).toMatch(/^\+/)

    const removed = await call(`${server.url}/api/play/${high.playId}`, {
      method: 'DELETE',
      token: ada.token,
    })

    expect(removed.status).toBe(200)
    const position = removed.headers.get('ledger-position') ?? ''
    const { leaderboards } = chartLeaderboards.parse(
      await get(`/api/chart/${chart.hash}/leaderboards`, { 'ledger-position': position }),
    )
    expect(leaderboards.map(({ scores }) => scores.map((entry) => entry.playId))).toEqual([
      [low.playId],
      [low.playId],
      [low.playId],
    ])
    expect((await call(`${server.url}/api/play/${high.playId}`)).status).toBe(404)
    const again = await submit(server.url, ada, second)
    expect(again).toMatchObject({ duplicate: true, playId: high.playId })
    expect((await call(`${server.url}/api/play/${high.playId}`)).status).toBe(404)
  })

  it('rivals: added, listed, removed', async () => {
    const added = await call(`${server.url}/api/rivals`, { token: ada.token, body: { rivalUserId: ben.id } })
    expect(added.status).toBe(200)
    const position = { 'ledger-position': added.headers.get('ledger-position') ?? '' }
    const listed = await call(`${server.url}/api/rivals`, { token: ada.token, headers: position })
    expect(listed.body).toMatchObject({ rivals: [{ userId: ben.id, alias: 'ben' }] })
    const removed = await call(`${server.url}/api/rival/${ben.id}`, { method: 'DELETE', token: ada.token })
    const after = { 'ledger-position': removed.headers.get('ledger-position') ?? '' }
    expect((await call(`${server.url}/api/rivals`, { token: ada.token, headers: after })).body).toEqual({
      rivals: [],
    })
  })

  const known = new Map([
    ['basic-score', ['78.12', '87.50', '96.66', 'star']],
    ['really-bad-score', ['3.33', '10.00', '0.00', 'D']],
    ['more-interesting-score', ['60.28', '73.75', '67.82', 'C+']],
    ['full-score', ['67.49', '78.99', '86.80', 'A+']],
    ['destroy-pass', ['96.95', '98.80', '99.61', 'tristar']],
  ])
  it.each([...samplePlays()])('scores the recorded play %s as known', async (name, body) => {
    const { boards, eligible } = await submit(server.url, ada, body)

    const scores = [...boards.map((board) => board.score), boards[1]?.grade]
    expect(scores).toEqual(known.get(name) ?? scores)
    expect(eligible).toBe(name === 'destroy-pass')
  })

  it('the server answers GET / with JSON for the game and with the page for a browser', async () => {
    expect(await get('/')).toEqual({ message: 'OK' })
    const page = await fetch(server.url, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('<div id="root">')
    expect(await call(`${server.url}/v1/auth-check`, { token: ada.key })).toMatchObject({
      status: 200,
      body: { alias: 'ada' },
    })
    expect((await call(`${server.url}/v1/auth-check`, { token: 'sl_wrong' })).status).toBe(401)
  })
}
