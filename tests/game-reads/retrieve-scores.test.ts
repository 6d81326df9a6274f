import { ownScores } from '@stepledger/contracts/http/game-reads.ts'
import { play } from '@stepledger/contracts/http/shapes/play.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, type Player, submit } from '../system/client.ts'
import { type GameServer, startGameServer } from './game-server.ts'

let server: GameServer
let ada: Player
let ben: Player

beforeAll(async () => {
  server = await startGameServer()
  ada = await newPlayer(server.url, 'ada')
  ben = await newPlayer(server.url, 'ben')
})
afterAll(async () => server.stop())

const ask = (player: Player, body: unknown, headers: Record<string, string> = {}) =>
  call(`${server.url}/v1/retrieve-scores`, { token: player.key, body, headers })
const unplayed = (count: number) => Array.from({ length: count }, (_, i) => i.toString(16).padStart(16, '0'))

describe('the own bests of a player', () => {
  const first = playBody({ seed: 31, skill: 0.95 })
  const worse = { ...playBody({ seed: 32, skill: 0.3 }), hash: first.hash }
  const second = playBody({ seed: 33, skill: 0.8 })
  const autoplay = playBody({ seed: 34, autoplay: true })
  let best: Awaited<ReturnType<typeof submit>>
  let last: Awaited<ReturnType<typeof submit>>

  beforeAll(async () => {
    best = await submit(server.url, ada, first)
    await submit(server.url, ada, worse)
    await submit(server.url, ben, first)
    await submit(server.url, ada, autoplay)
    last = await submit(server.url, ada, second)
  })
  const scoresOf = async (player: Player, chartHashes: string[], leaderboardIds?: number[]) => {
    const answer = await ask(player, { chartHashes, leaderboardIds }, { 'ledger-position': last.position })
    expect(answer.status).toBe(200)
    return ownScores.parse(answer.body).scores
  }

  it('are the same as on the pages of these plays, on every board', async () => {
    const scores = await scoresOf(ada, [second.hash, first.hash])
    expect(Object.keys(scores).sort()).toEqual([first.hash, second.hash].sort())
    for (const [hash, { playId }] of [[first.hash, best] as const, [second.hash, last] as const]) {
      const { createdAt, leaderboards } = play.parse((await call(`${server.url}/api/play/${playId}`)).body)
      expect(scores[hash]).toEqual(
        Object.fromEntries(
          leaderboards.map(({ id, data: { score, grade, judgments, radar } }) => [
            id,
            { score, grade, judgments, radar, date: createdAt, playId },
          ]),
        ),
      )
    }
  })

  it("leave out plays that don't count, plays of others and charts without plays", async () => {
    expect(await scoresOf(ada, [autoplay.hash, ...unplayed(3)])).toEqual({})
    expect(Object.keys(await scoresOf(ben, [first.hash, second.hash]))).toEqual([first.hash])
  })

  it('are of the requested boards, by default of the preferred ones; a hash may be repeated', async () => {
    const boardsOf = async (ids?: number[]) =>
      Object.keys((await scoresOf(ada, [first.hash, first.hash], ids))[first.hash] ?? {})
    expect(await boardsOf([2])).toEqual(['2'])
    expect(await boardsOf([2, 99])).toEqual(['2'])
    expect(await boardsOf([])).toEqual(['2', '3', '4'])
    await call(`${server.url}/api/user/leaderboards`, {
      method: 'PUT',
      token: ada.token,
      body: { leaderboardIds: [3] },
    })
    expect(await boardsOf()).toEqual(['3'])
    expect(await boardsOf([4])).toEqual(['4'])
  })

  it('can be requested for up to a thousand charts', async () => {
    expect(Object.keys(await scoresOf(ada, [...unplayed(999), first.hash]))).toEqual([first.hash])
    expect(await ask(ada, { chartHashes: unplayed(1001) })).toMatchObject({
      status: 422,
      body: { field: 'chartHashes', error: 'chartHashes must have at most 1000 entries' },
    })
  })
})

describe('malformed requests', () => {
  it.each([
    ['no list', {}, 422, 'chartHashes'],
    ['an empty one', { chartHashes: [] }, 422, 'chartHashes'],
    ['no hash in it', { chartHashes: ['0123456789abcdef', 'nope'] }, 422, 'chartHashes.1'],
    ['a number in it', { chartHashes: [1] }, 422, 'chartHashes.0'],
    [
      'boards that are text',
      { chartHashes: ['0123456789abcdef'], leaderboardIds: ['2'] },
      422,
      'leaderboardIds.0',
    ],
    [
      'too many boards',
      { chartHashes: ['0123456789abcdef'], leaderboardIds: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
      422,
      'leaderboardIds',
    ],
    ['a list as the body', [], 400, 'body'],
    ['no body', null, 400, 'body'],
  ])('%s → field and reason', async (_name, body, status, field) => {
    expect(await ask(ada, body)).toMatchObject({ status, body: { field } })
  })
})

describe('the context of own bests', () => {
  const first = playBody({ seed: 41, skill: 0.6 })
  const around = async (player: Player, charts: string[], position: string) => {
    const answer = await ask(player, { chartHashes: charts, around: true }, { 'ledger-position': position })
    expect(answer.status).toBe(200)
    return ownScores.parse(answer.body).around
  }

  it('contains the rank, the best rival and the total of each board, also for charts without an own score', async () => {
    const [self, near, best, stranger] = await Promise.all(
      ['cyd', 'dot', 'eva', 'fay'].map((alias) => newPlayer(server.url, alias)),
    )
    if (!self || !near || !best || !stranger) throw new Error('no players')
    for (const rival of [near, best])
      await call(`${server.url}/api/rivals`, { token: self.token, body: { rivalUserId: rival.id } })
    const play = (seed: number, skill: number) => ({ ...playBody({ seed, skill }), hash: first.hash })
    await submit(server.url, self, first)
    await submit(server.url, near, play(42, 0.3))
    await submit(server.url, stranger, play(43, 0.95))
    const { boards, position } = await submit(server.url, best, play(44, 0.8))

    const found = await around(self, [first.hash, unplayed(1)[0] ?? ''], position)
    expect(found?.[first.hash]?.boards).toEqual(
      boards.map(({ id, type, score }) => ({
        id,
        type,
        total: 4,
        rank: 3,
        rival: { alias: 'eva', score, rank: 2 },
      })),
    )
    expect(found?.[first.hash]?.events).toEqual([])
    const nothing = { total: 0, rank: null, rival: null }
    expect(found?.[unplayed(1)[0] ?? '']?.boards).toEqual(
      boards.map(({ id, type }) => ({ id, type, ...nothing })),
    )
    const other = await around(stranger, [first.hash], position)
    expect(other?.[first.hash]?.boards.map(({ rank, rival }) => [rank, rival])).toEqual(
      boards.map(() => [1, null]),
    )
  })

  it('is optional, and limited to four charts', async () => {
    const answer = await ask(ada, { chartHashes: [first.hash] })
    expect(ownScores.parse(answer.body).around).toBeUndefined()
    expect(await ask(ada, { chartHashes: unplayed(5), around: true })).toMatchObject({
      status: 422,
      body: { field: 'chartHashes', error: 'chartHashes must have at most 4 entries with around' },
    })
  })
})
