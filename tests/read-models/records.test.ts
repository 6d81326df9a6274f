import { playsBetween, totalsOfPlayer } from '@stepledger/projections/activity/activity.ts'
import { bestsOfPlayer, gradeCountsOf } from '@stepledger/projections/records/bests-of-player.ts'
import { bestsOn } from '@stepledger/projections/records/marks.ts'
import { placesOf } from '@stepledger/projections/records/places.ts'
import { playsOnBoard } from '@stepledger/projections/records/plays-on-board.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerNumber } from '../generators/small-play.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'
import { numberedEvents, start } from './numbered-events.ts'

const ada = playerNumber(1)
const ben = playerNumber(2)
const cleo = playerNumber(3)
const chart = (n: number) => String(n).repeat(16)
const day = 86_400_000
/** EX. */
const system = 2

const { play, withdrawal } = numberedEvents()
let models: FoldedModels
beforeAll(async () => {
  models = await foldedModels()
})
afterAll(() => models.close())

const bests = async (player: string, query: Partial<Parameters<typeof bestsOfPlayer>[1]> = {}) =>
  (
    await bestsOfPlayer(
      models.generation,
      {
        player,
        system,
        firsts: false,
        grades: null,
        search: '',
        orderBy: 'date',
        orderDirection: 'desc',
        ...query,
      },
      { from: 0, limit: 10 },
    )
  ).bests

describe('the records of players', () => {
  it('are one row a chart, its place, and how it moved since a week ago', async () => {
    // Given two players who were passed by a third after a week,
    await models.fold([
      play(ada, 1, 0.03, 0),
      play(ben, 1, 0.06, 1_000),
      play(ada, 1, 0.02, 2_000),
      play(cleo, 1, 0.001, 8 * day),
      play(ben, 1, 0.012, 8 * day + 1),
    ])
    const placeOf = async (player: string) => {
      const [best] = await bests(player)
      if (!best?.key) throw new Error('no best')
      const since = start + day
      const [place] = await placesOf(models.generation, { player, system, since }, [
        { chart: best.chart, key: best.key },
      ])
      return [place?.rank, place?.earlier?.rank ?? null]
    }

    // then each has the place of now and the one of then, the newcomer none.
    expect(await Promise.all([ada, ben, cleo].map(placeOf))).toEqual([
      [3, 1],
      [2, 2],
      [1, null],
    ])
    expect(await bests(cleo, { firsts: true })).toHaveLength(1)
    expect(await bests(ada, { firsts: true })).toEqual([])

    // When the newcomer's play is withdrawn, then it never was, and the next has the first place.
    await models.fold([withdrawal(4, cleo, 9 * day)])
    expect(await Promise.all([ada, ben].map(placeOf))).toEqual([
      [2, 1],
      [1, 2],
    ])
    expect((await bests(ben, { firsts: true })).map(({ chart }) => chart)).toEqual([chart(1)])
  })

  it('count failed charts under F until one is passed, and find songs by title', async () => {
    const failed = play(ada, 2, 0.03, 10 * day, { passed: false, title: 'Night Bus' })
    await models.fold([failed])
    expect((await gradeCountsOf(models.generation, ada, system)).get('F')).toBe(1)
    expect(await bests(ada, { search: 'night' })).toMatchObject([{ chart: chart(2), key: null, grade: 'F' }])
    await models.fold([play(ada, 2, 0.04, 11 * day, { title: 'Night Bus' })])
    expect((await gradeCountsOf(models.generation, ada, system)).get('F')).toBeUndefined()
    expect(await bests(ada, { search: 'night', grades: ['F'] })).toEqual([])
  })

  it('are on each chart of a pack the best that counts, or else the best failed one', async () => {
    const on = async () =>
      [...(await bestsOn(models.generation, cleo, system, [chart(4), chart(5)]))].map(([hash, best]) => [
        hash,
        best.playId,
        best.grade === 'F',
      ])
    const [worse, failed] = [0.06, 0.03].map((offset, at) => play(cleo, 4, offset, at, { passed: false }))
    if (!worse || !failed) throw new Error('no plays')
    await models.fold([worse, failed])
    expect(await on()).toEqual([[chart(4), failed.data.playId, true]])
    // A passed play counts, also below the failed one.
    const passed = play(cleo, 4, 0.09, 2)
    await models.fold([passed])
    expect(await on()).toEqual([[chart(4), passed.data.playId, false]])
  })

  it('tell of a play what it changed and whether it holds the place', async () => {
    const [first, worse, better] = [play(ada, 3, 0.03, 0), play(ada, 3, 0.05, 1), play(ada, 3, 0, 2)]
    await models.fold([first, worse, better])
    const ids = [first, worse, better].map(({ data }) => data.playId)
    const meant = await playsOnBoard(models.generation, { player: ada, system }, ids)
    expect(ids.map((id) => meant.get(id)?.rank)).toEqual([null, null, 1])
    const [none, less, more] = ids.map((id) => meant.get(id)?.change ?? null)
    expect([none, Number(less) < 0, Number(more) > 0]).toEqual([null, true, true])
  })

  it('give the places that a fold of the plays until then gives, in whatever order plays come', async () => {
    const anyPlay = fc.record({
      by: fc.constantFrom(ada, ben, cleo),
      offset: fc.nat({ max: 9 }),
      at: fc.nat({ max: 20 }),
    })
    let charts = 10
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPlay, { minLength: 1, maxLength: 12 }),
        fc.nat({ max: 20 }),
        async (given, nth) => {
          const hash = (charts++).toString(16).padStart(16, '0')
          const since = start + nth * 20
          for (const { by, offset, at } of given)
            await models.fold([play(by, 1, offset / 100, at * 20, { chart: hash })])
          const attempts = await attemptsOn(hash)
          const now = rankingOf(attempts)
          const then = rankingOf(attempts.filter(({ at }) => at <= since))
          for (const [i, player] of now.entries()) {
            const key = await keyOf(hash, player)
            const [place] = await placesOf(models.generation, { player, system, since }, [
              { chart: hash, key },
            ])
            const before = then.includes(player) ? then.indexOf(player) + 1 : null
            expect([player, place?.rank, place?.earlier?.rank ?? null]).toEqual([player, i + 1, before])
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  interface Attempt {
    readonly player: string
    readonly at: number
    readonly hundredths: number
  }

  async function attemptsOn(hash: string): Promise<Attempt[]> {
    const { rows } = await models.database.pool.query<Attempt>(
      'select player, at, hundredths[2] as hundredths from g1.attempts where chart = $1',
      [hash],
    )
    return rows
  }

  async function keyOf(hash: string, player: string): Promise<number> {
    const { rows } = await models.database.pool.query<{ key: number }>(
      'select key from g1.best where chart = $1 and player = $2 and system = $3',
      [hash, player, system],
    )
    return Number(rows[0]?.key)
  }

  /** Players by their best attempt: the greater score, then the earlier time, then the greater id. */
  function rankingOf(attempts: readonly Attempt[]): string[] {
    const sorted = [...attempts].sort(
      (a, b) => b.hundredths - a.hundredths || a.at - b.at || (a.player < b.player ? 1 : -1),
    )
    return [...new Set(sorted.map(({ player }) => player))]
  }
})

describe('the activity of a player', () => {
  const dora = playerNumber(4)

  it('is counted by day of any time zone, by when plays were played, without withdrawn ones', async () => {
    // Given two plays around midnight in Kathmandu, 18:15 in UTC, of which one was received days later,
    const midnight = Date.parse('2026-03-05T18:15:00Z')
    const before = play(dora, 5, 0.01, 0, { at: midnight + 3 * day, playedAt: midnight - 1 })
    const after = play(dora, 6, 0.01, 0, { at: midnight, playedAt: midnight })
    await models.fold([after, before])

    // then each is on its day, whatever came when.
    const days = [midnight - day, midnight, midnight + day]
    expect(await playsBetween(models.generation, dora, days)).toEqual([1, 1])
    expect(await totalsOfPlayer(models.generation, dora)).toEqual({
      plays: 2,
      charts: 2,
      steps: 6,
      seconds: 6,
      lastPlayedAt: midnight,
    })

    // When one is withdrawn, it is gone from the day and from all counts.
    await models.fold([withdrawal(after.data.playId, dora, 4 * day)])
    expect(await playsBetween(models.generation, dora, days)).toEqual([1, 0])
    expect(await totalsOfPlayer(models.generation, dora)).toMatchObject({
      plays: 1,
      charts: 1,
      steps: 3,
      seconds: 3,
    })
  })
})
