import { boardEntries } from '@stepledger/projections/boards/bests-and-boards.ts'
import { bestsAmong, boardVersion, entriesAround, ranksOf } from '@stepledger/projections/boards/reads.ts'
import { rankKey } from '@stepledger/projections/rank-key.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '../generators/random.ts'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'

const chart = 'aaaaaaaaaaaaaaaa'
const players = 400
const systems = [4, 2, 3]

/** Invariants 17, 18, 24: boards read by bucket equal a full sort. */
describe('a board of 400 players with many equal scores and times', () => {
  let models: FoldedModels

  beforeAll(async () => {
    models = await foldedModels()
    const random = seeded(7)
    const plays = Array.from({ length: players * 2 }, (_, i) =>
      smallPlay({
        playId: i + 1,
        player: playerNumber(i % players),
        chart,
        offset: Math.floor(random() * 12) * 0.012,
        at: 1_800_000_000_000 + Math.floor(random() * 5) * 10,
      }),
    )
    for (let from = 0; from < plays.length; from += 100) await models.fold(plays.slice(from, from + 100))
  })
  afterAll(() => models.close())

  /** The board by a full sort of all best plays. */
  async function sorted(system: number) {
    const { rows } = await models.database.pool.query<{ player: string; key: number }>(
      'select player, key from g1.best where chart = $1 and system = $2',
      [chart, system],
    )
    return rows.sort((a, b) => b.key - a.key || (a.player < b.player ? 1 : -1))
  }

  it.each(systems)('lists every player once, in order, in system %i', async (system) => {
    const pages = []
    for (let from = 0; from < players + 25; from += 25) {
      const page = await boardEntries(models.generation, { chart, systems }, from, 25)
      pages.push(...(page.get(system) ?? []))
    }

    expect(pages.map((entry) => entry.player)).toEqual((await sorted(system)).map((row) => row.player))
    expect(pages.map((entry) => entry.rank)).toEqual(pages.map((_, i) => i + 1))
    expect(await boardVersion(models.generation, chart)).toMatchObject({ players })
  })

  it('gives each player the rank that the board shows', async () => {
    for (const system of systems) {
      const board = (await sorted(system)).map((row) => ({ ...row, system }))
      const ranks = await ranksOf(models.generation, chart, board)
      expect(ranks).toEqual(board.map((_, i) => i + 1))
    }
  })

  it("gives each player's neighbours, on every board at once", async () => {
    const boards = new Map<number, string[]>()
    for (const system of systems)
      boards.set(
        system,
        (await sorted(system)).map((row) => row.player),
      )
    for (const n of [0, 1, 57, 201, 398]) {
      const player = boards.get(2)?.[n] ?? ''
      const own = await bestsAmong(models.generation, chart, [player])
      const ranks = await ranksOf(models.generation, chart, own)
      const ranked = own.map((best, i) => ({ ...best, rank: ranks[i] ?? 0 }))
      const around = await entriesAround(models.generation, chart, ranked, 5)
      for (const [system, board] of boards) {
        const at = board.indexOf(player)
        const from = Math.max(0, at - 5)
        const expected = board.slice(from, at + 6).map((near, i) => [from + i + 1, near])
        expect(around.get(system)?.map((entry) => [entry.rank, entry.player])).toEqual(expected)
      }
    }
  })

  it('is empty beyond the last page', async () => {
    const page = await boardEntries(models.generation, { chart, systems: [2] }, 100_000, 25)
    expect(page).toEqual(new Map([[2, []]]))
    expect(await boardVersion(models.generation, 'ffffffffffffffff')).toBeNull()
  })
})

describe('the rank key of boards', () => {
  it('orders by higher percentage, then by earlier time, in one safe integer', () => {
    const now = Date.UTC(2026, 11, 1)
    expect(rankKey(9695, now)).toBeGreaterThan(rankKey(9694, 0))
    expect(rankKey(9695, now)).toBeGreaterThan(rankKey(9695, now + 10))
    expect(Number.isSafeInteger(rankKey(10_000, 0))).toBe(true)
    expect(rankKey(0, Date.UTC(2140, 0))).toBeGreaterThan(0)
  })
})
