import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { getCompetitionStandings } from '@stepledger/contracts/http/competitions.ts'
import { competitionFileOf } from '@stepledger/contracts/http/operated-competitions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { generatedChart } from '../generators/chart.ts'
import { competition } from '../generators/competition.ts'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, type Player, submit } from '../system/client.ts'
import type { SystemUnderTest } from '../system/system-under-test.ts'

const chart = generatedChart({ seed: 1, rows: 60 })
const hour = 3_600_000

/** Test cases about a deadline that moves under load. */
export function movedDeadlineTests(running: () => SystemUnderTest): void {
  let system: SystemUnderTest
  let folder: string
  let players: Player[]
  let seed = 0

  beforeAll(async () => {
    system = running()
    folder = await mkdtemp(join(tmpdir(), 'stepledger-deadline-'))
    players = await Promise.all(
      ['dot', 'eli', 'fay', 'gus', 'hal', 'ivy'].map((alias) => newPlayer(system.url, alias)),
    )
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
  })

  const play = (i: number) =>
    submit(system.url, itemAt(players, i), playBody({ seed: ++seed, skill: 0.5 + (seed % 9) / 20, chart }))

  const event = (args: string) => system.ledger('competitions', 'event', ...args.split(' '))

  async function announce(slug: string, from: number, end: number) {
    const document = competition({
      slug,
      rounds: [{ name: 'Round 1', start: from, end, charts: [chart.hash] }],
    })
    const file = join(folder, `${slug}.json`)
    await writeFile(file, JSON.stringify(competitionFileOf(document)))
    expect(await event(`announce ${file} --yes`)).toMatchObject({ code: 0 })
  }

  async function standings(slug: string, board: string) {
    const { status, body } = await call(`${system.url}/api/event/${slug}/standings?leaderboard=${board}`)
    return { status, rankings: status === 200 ? getCompetitionStandings.answer.parse(body).rankings : [] }
  }
  const boards = async (slug: string) =>
    Promise.all(['HardEX', 'EX', 'ITG'].map(async (board) => (await standings(slug, board)).rankings))

  it('fails no read, loses no player, and ends equal to standings with that deadline from the start', async () => {
    const from = Date.now() - hour
    for (const i of [0, 1, 2, 3]) await play(i)
    const end = Date.now() + 1
    // Played after the end, so it does not count yet.
    await vi.waitUntil(() => Date.now() > end, { timeout: 5_000, interval: 1 })
    await play(4)
    await announce('blue-shift', from, end)
    const ranked = async () => (await standings('blue-shift', 'EX')).rankings.length
    await vi.waitUntil(async () => (await ranked()) === 4, { timeout: 30_000, interval: 50 })

    let moving = true
    const seen: { status: number; players: number }[] = []
    const reading = (async () => {
      while (moving) {
        const { status, rankings } = await standings('blue-shift', 'EX')
        seen.push({ status, players: rankings.length })
      }
    })()
    const playing = (async () => {
      for (let i = 0; moving; i++) await play(i % 6)
    })()
    const until = new Date(Date.now() + hour).toISOString()
    const moved = await event(`window blue-shift --round 1 --end ${until} --yes`)
    await vi.waitUntil(async () => (await ranked()) === 6, { timeout: 30_000, interval: 50 })
    moving = false
    await Promise.all([reading, playing])

    expect(moved).toMatchObject({ code: 0 })
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]))
    expect(Math.min(...seen.map(({ players }) => players))).toBe(4)

    await announce('from-the-start', from, Date.parse(until))
    // Both settle shortly after the last plays.
    const same = async () => isDeepStrictEqual(await boards('from-the-start'), await boards('blue-shift'))
    await vi.waitUntil(same, { timeout: 30_000, interval: 100 })
    expect((await boards('blue-shift')).map((rankings) => rankings.length)).toEqual([6, 6, 6])
    expect(await system.ledger('owner', 'verify')).toMatchObject({ code: 0 })
  })

  it('show, preview, points, window and close work', async () => {
    const points = { maxPoints: 100, minPoints: 0, pieces: [{ form: 'hyperbolic', rate: 1, upTo: null }] }
    const file = join(folder, 'points.json')
    await writeFile(file, JSON.stringify(points))
    const now = async () => (await standings('blue-shift', 'EX')).rankings
    /** Players with equal scores share rank and points. */
    const worth = [100, 50, 33, 25, 20, 17]
    const before = await now()

    const shown = await event('show blue-shift --json')
    expect(JSON.parse(shown.out)).toMatchObject({ slug: 'blue-shift', rounds: [{ charts: [chart.hash] }] })
    expect(await event(`preview blue-shift --points ${file}`)).toMatchObject({ code: 0 })
    expect(await now()).toEqual(before)
    expect(await event(`points blue-shift ${file} --yes`)).toMatchObject({ code: 0 })
    const after = await now()
    expect(after.map(({ totalPoints }) => totalPoints)).toEqual(after.map(({ rank }) => worth[rank - 1]))

    const ended = new Date().toISOString()
    expect(await event('close blue-shift --yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('ends at'),
    })
    expect(await event(`window blue-shift --round 1 --end ${ended} --yes`)).toMatchObject({ code: 0 })
    expect(await event('close blue-shift --yes')).toMatchObject({ code: 0 })
    expect(await event(`points blue-shift ${file} --yes`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('was closed at'),
    })
    expect((await event('list')).out).toMatch(/blue-shift .*closed/)
    expect(await now()).toEqual(after)
    expect(await system.ledger('owner', 'verify')).toMatchObject({ code: 0 })
  })
}
