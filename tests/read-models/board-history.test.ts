import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import type { Positioned } from '@stepledger/projections/batch.ts'
import { boardEntries } from '@stepledger/projections/boards/bests-and-boards.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { boardAt, reignsOf, TooManyChangesError } from '@stepledger/projections/records/board-history.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'
import { databaseForTests } from '@stepledger/services/platform/database/testing/database-for-tests.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cutAt } from '../generators/cut-history.ts'
import { history } from '../generators/history.ts'
import { charts } from '../generators/history-actions.ts'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { isLong } from '../length.ts'
import { foldedGeneration } from './folded-generation.ts'

const systems = firstRules.systems.map(({ id }) => id)
/** EX. */
const system = 2
const all = { from: 0, limit: 100 }

let database: Database
beforeAll(async () => {
  database = await databaseForTests()
})
afterAll(() => database.close())

const folded = (partitions: readonly (readonly Positioned[])[]) => foldedGeneration(database, partitions)
const drop = ({ schema }: GenerationDb) => database.pool.query(`drop schema ${schema} cascade`)

describe('a board at an earlier time', () => {
  it('is what a fold without the plays received since gives, whatever was withdrawn, wiped or erased', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.nat({ max: 3 }), async (partitions, nth) => {
        // Plays of the generator are received at three times, 10 ms apart.
        const until = 1_800_000_000_000 + nth * 10
        const [whole, cut] = [await folded(partitions), await folded(cutAt(partitions, until))]
        for (const chart of charts.slice(0, 2)) {
          const expected = await boardEntries(cut, { chart, systems }, 0, 100)
          for (const system of systems) {
            const entries = expected.get(system) ?? []
            const then = await boardAt(whole, { chart, system, until }, all)
            expect(then).toEqual({ total: entries.length, entries })
            const page = await boardAt(whole, { chart, system, until }, { from: 1, limit: 1 })
            expect(page).toEqual({ total: entries.length, entries: entries.slice(1, 2) })
            // The history of the first place names the player who was first then.
            const { reigns, total } = await reignsOf(whole, { chart, system }, { limit: 100 })
            expect(reigns).toHaveLength(total)
            const reign = reigns.find(
              ({ since, until: end }) => since < until && (end === null || end >= until),
            )
            expect(reign?.player).toBe(entries[0]?.player)
          }
        }
        await Promise.all([whole, cut].map(drop))
      }),
      { numRuns: isLong ? 200 : 6 },
    )
  })

  it('is not read beyond a limit of changes', async () => {
    const generation = await folded([
      placed([play('ada', 1, 0.03), play('ada', 2, 0.02), play('ben', 3, 0.01)]),
    ])
    const board = { chart: charts[0] ?? '', system, until: start + 3000 }
    await expect(boardAt(generation, board, { ...all, maxChanges: 1 })).rejects.toThrow(TooManyChangesError)
    await expect(reignsOf(generation, board, { limit: 5, maxChanges: 2 })).rejects.toThrow(
      TooManyChangesError,
    )
    expect((await boardAt(generation, board, { ...all, maxChanges: 2 })).total).toBe(1)
  })
})

describe('the history of the first place', () => {
  it('names who held it from when to when, and what each raised it to', async () => {
    // Given Ada who is first, raises her score, is passed by Ben, and passes him again,
    const generation = await folded([
      placed([
        play('ada', 1, 0.13),
        play('ben', 2, 0.15),
        play('ada', 3, 0.05),
        play('ben', 4, 0.03),
        play('ben', 5, 0.04),
        play('ada', 6, 0.001),
      ]),
    ])

    // then there are three reigns, the latest first, each from its first play until the next reign.
    const read = await reignsOf(generation, { chart: charts[0] ?? '', system }, { limit: 5 })
    expect(read.total).toBe(3)
    expect(read.reigns).toMatchObject([
      { player: players.ada, since: start + 6000, until: null, playId: 6 },
      { player: players.ben, since: start + 4000, until: start + 6000, playId: 4 },
      { player: players.ada, since: start + 1000, until: start + 4000, playId: 3 },
    ])
    const [, , first] = read.reigns
    expect(first?.hundredths).toBeGreaterThan(first?.hundredthsAtFirst ?? 0)
    expect((await reignsOf(generation, { chart: charts[0] ?? '', system }, { limit: 1 })).reigns).toEqual(
      read.reigns.slice(0, 1),
    )
  })

  it('tells plays with the same score apart that were received within ten milliseconds', async () => {
    const at = (ms: number) => ({ chart: charts[0] ?? '', offset: 0.01, at: start + ms })
    const generation = await folded([
      placed([
        smallPlay({ playId: 1, player: players.ada, ...at(0) }),
        smallPlay({ playId: 2, player: players.ben, ...at(3) }),
      ]),
    ])

    const { reigns } = await reignsOf(generation, { chart: charts[0] ?? '', system }, { limit: 5 })
    expect(reigns.map(({ player, playId }) => ({ player, playId }))).toEqual([
      { player: players.ben, playId: 2 },
      { player: players.ada, playId: 1 },
    ])
  })
})

const start = 1_800_000_000_000
const players = { ada: playerNumber(1), ben: playerNumber(2) }

/** A play received `id` seconds after the start. A smaller offset, seconds, is a better score. */
function play(by: keyof typeof players, id: number, offset: number) {
  return smallPlay({ playId: id, player: players[by], chart: charts[0] ?? '', offset, at: start + id * 1000 })
}

function placed(events: readonly Positioned['event'][]): Positioned[] {
  return events.map((event, offset) => ({ partition: 0, offset, event }))
}
