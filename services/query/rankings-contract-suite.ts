import type { BoardAnswer, BoardQuery } from '@stepledger/projections/boards/reads.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postgresForTests } from '../../scripts/services.ts'
import { playerNumber } from '../../tests/generators/small-play.ts'
import { type BoardsInTests, boardsInTests, type Result } from '../projector/boards-in-tests.ts'

export interface RankingsUnderTest {
  /** Waits until this adapter responds itself, without a fallback. */
  read(query: BoardQuery): Promise<BoardAnswer>
  close(): Promise<void>
}

const hour = 3_600_000

/** The contract of every rankings adapter. */
export function rankingsContract(
  engine: string,
  open: (boards: BoardsInTests) => Promise<RankingsUnderTest>,
): void {
  describe(`rankings in ${engine}`, () => {
    let boards: BoardsInTests
    let given: RankingsUnderTest
    let chart: string
    let charts = 0
    beforeAll(async () => {
      boards = await boardsInTests(await postgresForTests())
      given = await open(boards)
    })
    afterAll(async () => {
      await given.close()
      await boards.close()
    })
    beforeEach(() => {
      chart = (++charts).toString(16).padStart(16, '0')
    })
    const result = (n: number, hundredths: number | null, at = n * hour): Result => ({
      player: playerNumber(n),
      hundredths,
      at,
    })
    const page = (from: number, limit: number): BoardQuery => ({
      chart,
      systems: boards.systems,
      from,
      limit,
    })
    const expected = () => boards.entriesAt(chart, boards.versionOf(chart))

    it('return pages of every board, best first, with ranks and all fields of a row', async () => {
      await boards.change(
        chart,
        Array.from({ length: 30 }, (_, n) => result(n + 1, 5000 + ((n * 7919) % 4000))),
      )
      for (const [from, limit] of [
        [0, 25],
        [25, 25],
        [29, 25],
        [30, 25],
        [7, 3],
      ] as const) {
        const answer = await given.read(page(from, limit))
        expect(answer).toMatchObject({ version: 1, total: 30 })
        expect(answer.boards.map(({ system }) => system)).toEqual(boards.systems)
        for (const board of answer.boards)
          expect(board).toMatchObject({ page: expected().slice(from, from + limit), self: null, around: [] })
      }
    })

    it('break ties by the time of receipt, then by the player id, bytewise, descending', async () => {
      await boards.change(chart, [
        result(3, 9000, 5 * hour),
        result(1, 9000, 5 * hour),
        result(2, 9000, 5 * hour + 10),
        result(4, 9000, 5 * hour),
        result(5, 9001, 9 * hour),
      ])
      const [board] = (await given.read(page(0, 10))).boards
      const order = [5, 4, 3, 1, 2].map(playerNumber)
      expect(board?.page.map(({ player }) => player)).toEqual(order)
    })

    it('store the largest and the smallest key exactly', async () => {
      await boards.change(chart, [
        result(1, 10_000, 0),
        result(2, 10_000, 10),
        result(3, 0, 2 ** 39 * 10 - 10),
      ])
      const [board] = (await given.read(page(0, 10))).boards
      expect(board?.page).toEqual(expected())
    })

    it('return the rank of a player, the neighbours, and the nearest of the others', async () => {
      await boards.change(
        chart,
        Array.from({ length: 40 }, (_, n) => result(n + 1, 9000 - n * 10)),
      )
      const near = { player: playerNumber(20), others: [2, 9, 18, 25, 33].map(playerNumber), reach: 3 }
      const { boards: parts } = await given.read({ ...page(0, 2), near })
      for (const part of parts) {
        expect(part.page).toEqual(expected().slice(0, 2))
        expect(part.self).toEqual(expected()[19])
        expect(part.around).toEqual(expected().slice(16, 23))
        const ranks = part.others.map(({ rank }) => rank)
        expect(ranks).toEqual(expect.arrayContaining([2, 18, 25]))
        expect(part.others).toEqual(expected().filter(({ rank }) => ranks.includes(rank)))
      }
      const everyone = await given.read({ ...page(0, 2), near: { ...near, all: true } })
      for (const part of everyone.boards)
        expect(part.others.map(({ rank }) => rank)).toEqual([2, 9, 18, 25, 33])
      const first = { player: playerNumber(1), others: [], reach: 2 }
      expect((await given.read({ ...page(0, 0), near: first })).boards[0]).toMatchObject({
        page: [],
        self: { rank: 1 },
        around: expected().slice(0, 3),
        others: [],
      })
    })

    it('return null for a player who is not on the board', async () => {
      await boards.change(chart, [result(1, 9000), result(2, 8000)])
      const near = { player: playerNumber(99), others: [playerNumber(2), playerNumber(98)], reach: 3 }
      const [board] = (await given.read({ ...page(0, 10), near })).boards
      expect(board).toMatchObject({ self: null, around: [], others: [{ rank: 2, player: playerNumber(2) }] })
    })

    it('follow improvements and withdrawals', async () => {
      await boards.change(chart, [result(1, 9000), result(2, 8000), result(3, 7000)])
      expect((await given.read(page(0, 10))).total).toBe(3)
      await boards.change(chart, [result(3, 9500)])
      await boards.change(chart, [result(1, null), result(4, 6000)])
      const answer = await given.read(page(0, 10))
      expect(answer).toMatchObject({ version: 3, total: 3 })
      for (const board of answer.boards) expect(board.page).toEqual(expected())
      await boards.change(
        chart,
        [2, 3, 4].map((n) => result(n, null)),
      )
      expect(await given.read(page(0, 10))).toMatchObject({
        version: 4,
        total: 0,
        boards: [{ page: [] }, {}, {}],
      })
    })

    it('are empty for a chart without plays', async () => {
      const answer = await given.read(page(0, 10))
      expect(answer).toMatchObject({ total: 0 })
      expect(answer.boards.map(({ page }) => page)).toEqual(boards.systems.map(() => []))
    })
  })
}
