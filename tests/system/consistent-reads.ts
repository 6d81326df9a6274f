import { chartLeaderboards } from '@stepledger/contracts/http/charts.ts'
import { ownScores, panel } from '@stepledger/contracts/http/game-reads.ts'
import { profilePage } from '@stepledger/contracts/http/players.ts'
import { playStandings } from '@stepledger/contracts/http/shapes/standing.ts'
import { expect } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, type Player, submit } from './client.ts'

/** Enough calls that each of several query processes answers some. */
const times = 6
const players = 28
const soon = { timeout: 60_000, interval: 50 }

/**
 * Many players play one chart concurrently. Afterwards all reads from all processes agree: boards, standings, profiles,
 * the panel in the game and its song wheel.
 */
export async function expectConsistentReads(url: string): Promise<void> {
  const { hash } = playBody({ seed: 500, rows: 30 })
  const crowd: Player[] = []
  // Sequential, because password hashing is slow by design.
  for (let n = 0; n < players; n++) crowd.push(await newPlayer(url, `crowd${String(n).padStart(2, '0')}`))
  const positions: string[] = []
  for (const [n, player] of crowd.entries()) {
    const body = { ...playBody({ seed: 500 + n, rows: 30, skill: 0.3 + n / 50 }), hash }
    positions.push((await submit(url, player, body, { prefer: 'wait=0' })).position)
    // The game sometimes sends a play twice.
    if (n % 7 === 0) await submit(url, player, body, { prefer: 'wait=0' })
  }
  const board = `${url}/api/chart/${hash}/leaderboards`
  const read = (position: string) => call(board, { headers: { 'ledger-position': position } })
  for (const position of positions)
    await expect
      .poll(async () => {
        const answers = await Promise.all(Array.from({ length: times }, () => read(position)))
        return answers.filter(({ status, headers }) => status !== 200 || headers.has('ledger-stale')).length
      }, soon)
      .toBe(0)

  const get = async (path: string, token?: string) => {
    const answers = await Promise.all(
      Array.from({ length: times }, () => call(`${url}${path}`, token ? { token } : {})),
    )
    const [first] = answers
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 200, body: first?.body })
    return first?.body
  }

  const pages = await Promise.all(
    [1, 2].map(async (page) =>
      chartLeaderboards.parse(await get(`/api/chart/${hash}/leaderboards?page=${page}`)),
    ),
  )
  const boards = (pages[0]?.leaderboards ?? []).map(({ type, id, total }) => {
    const scores = pages.flatMap(
      ({ leaderboards }) => leaderboards.find((board) => board.id === id)?.scores ?? [],
    )
    return { type, id, total, scores }
  })
  expect(boards.map(({ type }) => type)).toEqual(['HardEX', 'EX', 'ITG'])
  for (const { total, scores } of boards) {
    expect(total).toBe(players)
    expect(scores.map(({ rank }) => rank)).toEqual(crowd.map((_, i) => i + 1))
    expect(new Set(scores.map(({ userId }) => userId))).toEqual(new Set(crowd.map(({ id }) => id)))
    const hundredths = scores.map(({ score }) => Number(score))
    expect(hundredths).toEqual([...hundredths].sort((a, b) => b - a))
  }
  for (const player of [crowd[0], crowd[13], crowd[27]]) if (player) await seesTheSame(player)

  async function seesTheSame(player: Player): Promise<void> {
    const own = boards.map(({ id, scores }) => ({ id, ...scores.find(({ userId }) => userId === player.id) }))
    const playId = own[0]?.playId ?? 0
    const { standings } = playStandings.parse(await get(`/api/play/${playId}/standings`))
    expect(standings.map(({ rank, total }) => [rank, total])).toEqual(own.map(({ rank }) => [rank, players]))
    const { leaderboards } = panel.parse(await get(`/v1/chart/${hash}/leaderboards?limit=20`, player.key))
    expect(
      leaderboards.map(({ scores }) =>
        scores.filter(({ isSelf }) => isSelf).map(({ rank, score }) => [rank, score]),
      ),
    ).toEqual(own.map(({ rank, score }) => [[String(rank), score]]))
    const profile = profilePage.parse(await get(`/api/user/${player.id}`))
    expect(profile.recentPlaysMeta.total).toBe(1)
    const asked = await call(`${url}/v1/retrieve-scores`, {
      token: player.key,
      body: { chartHashes: [hash] },
    })
    const bests = ownScores.parse(asked.body).scores[hash] ?? {}
    expect(own.map(({ id }) => bests[id]?.score)).toEqual(own.map(({ score }) => score))
  }
}
