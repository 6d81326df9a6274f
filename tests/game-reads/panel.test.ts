import { request } from 'node:http'
import { type Panel, panel } from '@stepledger/contracts/http/game-reads.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, type Player, submit } from '../system/client.ts'
import { type GameServer, startGameServer, strangers } from './game-server.ts'

let server: GameServer
let ada: Player
/** Has no rivals. */
let ben: Player

beforeAll(async () => {
  server = await startGameServer()
  ada = await newPlayer(server.url, 'ada')
  ben = await newPlayer(server.url, 'ben')
})
afterAll(async () => server.stop())

const ask = (player: Player, hash: string, query = '') =>
  call(`${server.url}/v1/chart/${hash}/leaderboards${query}`, { token: player.key })
const boardsOf = async (player: Player, hash: string, query = ''): Promise<Panel['leaderboards']> => {
  const answer = await ask(player, hash, query)
  expect(answer.status).toBe(200)
  return panel.parse(answer.body).leaderboards
}
/** Ranks on the first board; `*` marks the player, `!` a rival. */
const ranks = async (player: Player, hash: string, query = '') => {
  const [board] = await boardsOf(player, hash, query)
  return board?.scores.map(({ rank, isSelf, isRival }) => `${rank}${isSelf ? '*' : ''}${isRival ? '!' : ''}`)
}

describe('the panel of a chart with a hundred players', () => {
  const chart = 'aaaaaaaaaaaaaaaa'
  const others = strangers(101)
  beforeAll(async () => {
    // Ada has rank 50; her rivals have 10, 45, 55 and 56.
    const entries = others.map((player, i) => ({
      player: i === 49 ? ada.id : player,
      hundredths: 9999 - i * 7,
    }))
    await server.board(chart, entries)
    await server.follow(
      ada.id,
      [10, 45, 55, 56].flatMap((rank) => others[rank - 1] ?? []),
    )
  })

  it('shows the top 2, the player and neighbours, the best rival and the nearest rival', async () => {
    expect(await ranks(ada, chart)).toEqual(['1', '2', '10!', '45!', '49', '50*', '51'])
  })

  it('fills up with the nearest ranks', async () => {
    const twelve = ['1', '2', '10!', '45!', '46', '47', '48', '49', '50*', '51', '52', '53']
    expect(await ranks(ada, chart, '?limit=12')).toEqual(twelve)
    expect(await ranks(ada, chart, '?limit=5')).toEqual(['1', '2', '49', '50*', '51'])
    expect(await ranks(ada, chart, '?limit=20')).toContain('56!')
  })

  it('shows the top ranks to a player without a score', async () => {
    expect(await ranks(ben, chart)).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  })

  it('has rank and score as strings, play id and total as numbers', async () => {
    const boards = await boardsOf(ada, chart)
    expect(boards.map(({ type, id }) => [type, id])).toEqual([
      ['HardEX', 4],
      ['EX', 2],
      ['ITG', 3],
    ])
    expect(boards[1]).toMatchObject({ page: 1, perPage: 7, hasNext: true, total: 101, totalPages: 15 })
    expect(boards[1]?.scores[5]).toEqual({
      rank: '50',
      score: '96.56',
      grade: 'A',
      alias: 'ada',
      userId: ada.id,
      date: '2026-01-01T00:49:00.000Z',
      playId: 1_000_049,
      isSelf: true,
      isRival: false,
    })
  })

  it("shows the player's preferred boards", async () => {
    const prefer = (leaderboardIds: number[]) =>
      call(`${server.url}/api/user/leaderboards`, {
        method: 'PUT',
        token: ben.token,
        body: { leaderboardIds },
      })
    await prefer([3, 4])
    expect((await boardsOf(ben, chart)).map(({ id }) => id)).toEqual([4, 3])
    await prefer([])
    expect((await boardsOf(ben, chart)).map(({ id }) => id)).toEqual([4, 2, 3])
  })
})

describe('the panel at the ends of a board', () => {
  const others = strangers(30)
  const at = (rank: number, player: string) =>
    others.map((other, i) => ({ player: i === rank - 1 ? player : other, hundredths: 9000 - i }))

  it('shows the first rank', async () => {
    await server.board('b000000000000001', at(1, ben.id))
    expect(await ranks(ben, 'b000000000000001')).toEqual(['1*', '2', '3', '4', '5', '6', '7'])
  })

  it('shows the last rank', async () => {
    await server.board('b000000000000002', at(30, ben.id))
    expect(await ranks(ben, 'b000000000000002')).toEqual(['1', '2', '26', '27', '28', '29', '30*'])
  })

  it('shows a whole board with fewer players than rows', async () => {
    await server.board('b000000000000003', at(2, ben.id).slice(0, 3))
    expect(await ranks(ben, 'b000000000000003', '?limit=20')).toEqual(['1', '2*', '3'])
  })

  it('orders equal scores by time, then by descending player id', async () => {
    const same = at(15, ben.id).map(({ player }, i) => ({
      player,
      hundredths: 10_000,
      at: 1_800_000_000_000 + Math.floor(i / 10) * 60_000,
    }))
    await server.board('b000000000000004', same)
    const [board] = await boardsOf(ben, 'b000000000000004', '?limit=20')
    const inOrder = [0, 10, 20]
      .flatMap((from) =>
        same
          .slice(from, from + 10)
          .map(({ player }) => player)
          .sort()
          .reverse(),
      )
      .map((player, i) => [String(i + 1), player])
    expect(board?.scores).toHaveLength(20)
    for (const { rank, userId } of board?.scores ?? []) expect(inOrder).toContainEqual([rank, userId])
    expect(board?.scores.find(({ isSelf }) => isSelf)?.userId).toBe(ben.id)
  })

  it('shows empty boards for a chart without plays', async () => {
    const boards = await boardsOf(ben, '00000000000000ff')
    expect(
      boards.map(({ id, scores, total, totalPages, hasNext }) => [id, scores, total, totalPages, hasNext]),
    ).toEqual([4, 2, 3].map((id) => [id, [], 0, 0, false]))
  })
})

describe('requests for the panel', () => {
  const chart = 'aaaaaaaaaaaaaaaa'

  it.each([
    ['limit=4', 'limit must be at least 5'],
    ['limit=21', 'limit must be at most 20'],
    ['limit=seven', 'limit must be a number'],
    ['limit=7.5', 'limit must be a whole number'],
  ])('%s → 400, with the reason', async (query, error) => {
    const answer = await ask(ben, chart, `?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { error, field: 'limit' } })
  })

  it('with an invalid hash → 400', async () => {
    expect(await ask(ben, 'AAAAAAAAAAAAAAAA')).toMatchObject({ status: 400, body: { field: 'hash' } })
  })

  it('with the position of a play include that play', async () => {
    const body = playBody({ seed: 5, skill: 0.9 })
    const { playId, position, boards } = await submit(server.url, ben, body)
    const answer = await call(`${server.url}/v1/chart/${body.hash}/leaderboards`, {
      token: ben.key,
      headers: { 'ledger-position': position },
    })
    expect(panel.parse(answer.body).leaderboards.map(({ type, scores }) => [type, scores])).toMatchObject(
      boards.map(({ type, score, grade }) => [type, [{ rank: '1', playId, score, grade, isSelf: true }]]),
    )
  })

  it('are answered in plain HTTP/1.1 with a Content-Length, and never with 304', async () => {
    const response = await new Promise<{
      status: number | undefined
      version: string
      length: string | undefined
      size: number
    }>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${ben.key}`,
        accept: '*/*',
        'accept-encoding': 'gzip',
        'if-none-match': '*',
      }
      request(`${server.url}/v1/chart/${chart}/leaderboards`, { headers }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode,
            version: answer.httpVersion,
            length: answer.headers['content-length'],
            size: Buffer.concat(parts).length,
          }),
        )
      })
        .on('error', reject)
        .end()
    })
    expect(response).toEqual({
      status: 200,
      version: '1.1',
      length: String(response.size),
      size: response.size,
    })
  })
})
