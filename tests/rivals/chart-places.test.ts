import { type ChartPlace, chartPlaces } from '@stepledger/contracts/http/boards.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GameServer, startGameServer, strangers } from '../game-reads/game-server.ts'
import { call, newPlayer, type Player } from '../system/client.ts'

const chart = 'aaaaaaaaaaaaaaaa'
const others = strangers(101)

describe('places on a chart with a hundred players', () => {
  let server: GameServer
  let ada: Player
  /** Not on the boards. */
  let ben: Player
  beforeAll(async () => {
    server = await startGameServer()
    ada = await newPlayer(server.url, 'ada')
    ben = await newPlayer(server.url, 'ben')
    await server.board(
      chart,
      others.map((player, i) => ({ player: i === 49 ? ada.id : player, hundredths: 9999 - i * 7 })),
    )
    const rivals = [10, 20, 45, 55, 56].flatMap((rank) => others[rank - 1] ?? [])
    for (const player of [ada, ben]) await server.follow(player.id, rivals)
  })
  afterAll(() => server.stop())

  const placeOf = async (player: Player, hash: string): Promise<ChartPlace | undefined> => {
    const answer = await call(`${server.url}/api/chart/${hash}/places`, { token: player.token })
    expect(answer.status).toBe(200)
    return chartPlaces.parse(answer.body).places[0]
  }
  const ranks = (place: ChartPlace | undefined) => place?.rivals.map(({ rank }) => rank)

  it('contain the own place, the next one, and all rivals on the board', async () => {
    const place = await placeOf(ada, chart)
    expect(place).toMatchObject({
      leaderboard: 'HardEX',
      total: 101,
      own: { rank: 50, score: '96.56', alias: 'ada', userId: ada.id },
      next: { rank: 49, score: '96.63' },
    })
    expect(ranks(place)).toEqual([10, 20, 45, 55, 56])
  })

  it('contain the rivals for a player without a place; they are empty without any place', async () => {
    const place = await placeOf(ben, chart)
    expect(place).toMatchObject({ own: null, next: null, total: 101 })
    expect(ranks(place)).toEqual([10, 20, 45, 55, 56])
    expect(await placeOf(ben, '00000000000000ff')).toMatchObject({ own: null, total: 0, rivals: [] })
  })
})
