import { getChartEffort, listOwnCharts } from '@stepledger/contracts/http/charts.ts'
import { getPlayStandings } from '@stepledger/contracts/http/plays.ts'
import {
  getHeadToHead,
  getRivalNews,
  getRivalPlays,
  listRivalRecords,
} from '@stepledger/contracts/http/rivals.ts'
import { getSuggestions } from '@stepledger/contracts/http/suggestions.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type GameServer, startGameServer } from '../game-reads/game-server.ts'
import { generatedChart } from '../generators/chart.ts'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, type Player, submit } from '../system/client.ts'

let server: GameServer
beforeAll(async () => {
  server = await startGameServer()
})
afterAll(() => server.stop())

it('rivals are listed with their last play, latest first, without withdrawn plays', async () => {
  const { url } = server
  const ada = await newPlayer(url, 'ada')
  const lately = async () => {
    const { body } = await call(`${url}/api/rivals/plays`, { token: ada.token })
    return getRivalPlays.answer.parse(body).plays.map(({ user, playId }) => [user.alias, playId])
  }
  expect(await lately()).toEqual([])

  const rivals = await Promise.all(['ben', 'cyd', 'dee', 'eve', 'idle'].map((alias) => newPlayer(url, alias)))
  const [ben, cy, dee, eve] = rivals
  if (!ben || !cy || !dee || !eve) throw new Error('no players')
  for (const { id } of rivals)
    await call(`${url}/api/rivals`, { token: ada.token, body: { rivalUserId: id } })
  const played: number[] = []
  for (const [seed, player] of [eve, ben, cy, dee, cy].entries())
    played.push((await submit(url, player, playBody({ seed }))).playId)
  const [, bens, , dees, cys] = played
  await expect.poll(lately, { timeout: 20_000 }).toEqual([
    ['cyd', cys],
    ['dee', dees],
    ['ben', bens],
  ])

  await call(`${url}/api/play/${cys}`, { method: 'DELETE', token: cy.token })
  await expect.poll(lately, { timeout: 20_000 }).toEqual([
    ['dee', dees],
    ['cyd', played[2]],
    ['ben', bens],
  ])
})

it('two players are compared on the charts that both have ranked scores on', async () => {
  const { url } = server
  const [me, rico] = await Promise.all([newPlayer(url, 'compared'), newPlayer(url, 'rico')])
  const charts = Array.from({ length: 7 }, (_, i) => generatedChart({ seed: 500 + i, rows: 40 }))
  // The charts 0 to 5 are common; 6 is not, and a failed play is not ranked.
  const skills = [0.9, 0.1, 0.8, 0.2, 0.7, 0.3]
  for (const [i, skill] of skills.entries()) {
    await submit(url, me, playBody({ seed: i, chart: charts[i], skill }))
    await submit(url, rico, playBody({ seed: 50 + i, chart: charts[i], skill: 0.5 }))
  }
  await submit(url, me, playBody({ seed: 90, chart: charts[6] }))
  await submit(url, rico, playBody({ seed: 91, chart: charts[6], failsAt: 0.5 }))

  const comparedBy = async (query: string) => {
    const path = `${url}/api/user/${rico.id}/head-to-head?${query}`
    return getHeadToHead.answer.parse((await call(path, { token: me.token })).body)
  }
  const all = await vi.waitUntil(
    async () => {
      const answer = await comparedBy('limit=100')
      return answer.meta.total === 6 && answer
    },
    { timeout: 20_000 },
  )
  const gaps = all.charts.map(({ gap }) => Number(gap))
  expect(all).toMatchObject({ leaderboard: 'HardEX', user: { alias: 'rico' } })
  expect(gaps).toEqual(gaps.toSorted((a, b) => b - a))
  expect(all.record).toEqual({
    ahead: gaps.filter((gap) => gap > 0).length,
    level: gaps.filter((gap) => gap === 0).length,
    behind: gaps.filter((gap) => gap < 0).length,
  })
  expect(all.record.ahead * all.record.behind).toBeGreaterThan(0)
  for (const { own, other, gap } of all.charts)
    expect(Number(own.score) - Number(other.score)).toBeCloseTo(Number(gap), 5)
  // The five closest, in the order of their gaps.
  expect(all.closest.map(({ gap }) => gap)).toEqual(
    all.charts
      .map(({ gap }) => gap)
      .toSorted((a, b) => Math.abs(Number(a)) - Math.abs(Number(b)))
      .slice(0, 5),
  )

  // Pages cover each chart once, in any order.
  for (const orderBy of ['gap', 'own', 'other', 'title']) {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => comparedBy(`orderBy=${orderBy}&orderDirection=asc&limit=2&page=${page}`)),
    )
    const hashes = pages.flatMap((page) => page.charts.map(({ chart }) => chart.hash))
    expect([orderBy, hashes.toSorted()]).toEqual([
      orderBy,
      all.charts.map(({ chart }) => chart.hash).toSorted(),
    ])
  }

  // The record stands in the list of rivals too, the last to play first.
  const idle = await newPlayer(url, 'idler')
  for (const { id } of [idle, rico]) await server.follow(me.id, [id])
  const { body } = await call(`${url}/api/rivals/head-to-head`, { token: me.token })
  expect(listRivalRecords.answer.parse(body).rivals.map(({ user, record }) => [user.alias, record])).toEqual([
    ['rico', all.record],
    ['idler', { ahead: 0, level: 0, behind: 0 }],
  ])
  const unknown = `${url}/api/user/00000000-0000-4000-8000-000000000000/head-to-head`
  expect((await call(unknown, { token: me.token })).status).toBe(404)
})

it('a chart shows the own tries, the progress of the nearest rivals, and the spread of grades', async () => {
  const { url } = server
  const chart = generatedChart({ seed: 700, rows: 60 })
  const [me, above, below, far] = await Promise.all(
    ['trying', 'above', 'below', 'far'].map((alias) => newPlayer(url, alias)),
  )
  if (!me || !above || !below || !far) throw new Error('no players')
  await server.follow(me.id, [above.id, below.id, far.id])
  const play = (player: Player, seed: number, options: object) =>
    submit(url, player, playBody({ seed, chart, ...options }))
  const skills = [0.2, 0.55, 0.35, 0.75]
  for (const [i, skill] of skills.entries()) await play(me, 10 + i, { skill })
  await play(me, 20, { failsAt: 0.5 })
  await play(me, 21, { skill: 1, rate: 1.1 })
  for (const [player, skill] of [
    [far, 1],
    [above, 0.5],
    [above, 0.92],
    [below, 0.1],
  ] as const)
    await play(player, 30 + skill * 100, { skill })

  const effort = await vi.waitUntil(
    async () => {
      const path = `${url}/api/chart/${chart.hash}/effort?leaderboard=itg`
      const answer = getChartEffort.answer.parse((await call(path, { token: me.token })).body)
      return answer.plays === 6 && answer.rivals.length === 2 && answer
    },
    { timeout: 20_000 },
  )
  expect(effort).toMatchObject({ leaderboard: 'ITG', before: null })
  expect(effort.tries.map(({ kind }) => kind)).toEqual([
    'best',
    'best',
    'other',
    'best',
    'failed',
    'unranked',
  ])
  expect(effort.rivals.map(({ user, bests }) => [user.alias, bests.length])).toEqual([
    ['above', 2],
    ['below', 1],
  ])
})

it('a play shows the plays around it, and home the new bests of rivals', async () => {
  const { url } = server
  const chart = generatedChart({ seed: 800, rows: 60 })
  const [me, rico, first] = await Promise.all(
    ['around', 'passer', 'topmost'].map((alias) => newPlayer(url, alias)),
  )
  if (!me || !rico || !first) throw new Error('no players')
  await server.follow(me.id, [rico.id])
  const play = async (player: Player, seed: number, skill: number) =>
    (await submit(url, player, playBody({ seed, chart, skill }))).playId
  const mine = [await play(me, 1, 0.3), await play(me, 2, 0.6)]
  const since = new Date(0).toISOString()
  const behind = await play(rico, 3, 0.4)
  const passing = await play(rico, 4, 0.85)
  const best = await play(first, 5, 1)

  const news = await vi.waitUntil(
    async () => {
      const { body } = await call(`${url}/api/rivals/news?since=${since}&leaderboard=ITG`, {
        token: me.token,
      })
      const answer = getRivalNews.answer.parse(body)
      return answer.news.some(({ playId }) => playId === passing) && answer
    },
    { timeout: 20_000 },
  )
  // One entry for each rival and chart: the best of the new ones.
  expect(news.news.map(({ playId, passed, user }) => [playId, passed, user.alias])).toEqual([
    [passing, true, 'passer'],
  ])
  expect(news.news[0]?.before).not.toBeNull()
  expect(behind).not.toBe(passing)
  const later = `${url}/api/rivals/news?since=${new Date(Date.now() + 60_000).toISOString()}`
  expect(getRivalNews.answer.parse((await call(later, { token: me.token })).body).news).toEqual([])

  const path = `${url}/api/play/${mine[1]}/standings`
  const around = await vi.waitUntil(
    async () => {
      const { context } = getPlayStandings.answer.parse((await call(path)).body)
      const onItg = context.find(({ leaderboard }) => leaderboard === 'ITG')
      return onItg?.first?.playId === best && onItg
    },
    { timeout: 20_000 },
  )
  expect([around.next?.playId, around.previous?.playId]).toEqual([passing, mine[0]])
  expect(around.previous?.user.alias).toBe('around')
})

it('charts are suggested: unplayed ones of the level, those closest to the next grade and to passing a rival', async () => {
  const { url } = server
  const [me, rico] = await Promise.all([newPlayer(url, 'chooser'), newPlayer(url, 'ricardo')])
  await call(`${url}/api/rivals`, { token: me.token, body: { rivalUserId: rico.id } })
  const charts = Array.from({ length: 4 }, (_, i) => generatedChart({ seed: 700 + i, rows: 40 }))
  const [close, far, ahead, unplayed] = charts
  // Rico is ahead on two of the three common charts, and has played one that the player has not.
  for (const [i, [chart, own, ricos]] of [
    [close, 0.6, 0.65] as const,
    [far, 0.3, 0.9] as const,
    [ahead, 0.9, 0.2] as const,
    [unplayed, null, 0.5] as const,
  ].entries()) {
    if (own !== null) await submit(url, me, playBody({ seed: 700 + i, chart, skill: own }))
    await submit(url, rico, playBody({ seed: 750 + i, chart, skill: ricos }))
  }
  const compared = async () => {
    const path = `${url}/api/user/${rico.id}/head-to-head?limit=100`
    return getHeadToHead.answer.parse((await call(path, { token: me.token })).body)
  }
  await expect.poll(async () => (await compared()).charts.length, { timeout: 20_000 }).toBe(3)

  const { body } = await call(`${url}/api/suggestions`, { token: me.token })
  const suggested = getSuggestions.answer.parse(body)
  const behind = (await compared()).charts.filter(({ gap }) => Number(gap) < 0)
  expect(behind.length).toBeGreaterThan(0)
  expect(suggested.rivals.map(({ chart, points }) => [chart.hash, points])).toEqual(
    behind
      .map(({ chart, gap }) => [chart.hash, gap.replace('-', '')] as const)
      .sort(([, a], [, b]) => Number(a) - Number(b)),
  )
  expect(suggested.rivals.map(({ user }) => user.alias)).toEqual(behind.map(() => 'ricardo'))
  const missing = suggested.grades.map(({ points }) => Number(points))
  expect(missing).toHaveLength(3)
  expect(missing).toEqual(missing.toSorted((a, b) => a - b))
  const hashes = (rows: readonly { chart: { hash: string } }[]) => rows.map(({ chart }) => chart.hash)
  expect(hashes(suggested.unplayed)).not.toContain(close?.hash)
  expect(suggested.meter).not.toBeNull()

  const listed = async (query: string) => {
    const answer = await call(`${url}/api/charts/own?limit=100&${query}`, { token: me.token })
    return listOwnCharts.answer.parse(answer.body).data.map(({ hash }) => hash)
  }
  expect((await listed('played=yes')).sort()).toEqual([close, far, ahead].map((chart) => chart?.hash).sort())
  const others = await listed('played=no')
  expect(others).toContain(unplayed?.hash)
  expect(others).not.toContain(close?.hash)
  expect((await listed(`below=${rico.id}`)).sort()).toEqual(hashes(behind).sort())
  expect(await listed('played=no&minMeter=40')).toEqual([])
})
