import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import type { Milestone } from '@stepledger/contracts/rules/rules.ts'
import { derivedFills } from '@stepledger/projections/fold/bulk-tables.ts'
import { milestones, milestonesOf } from '@stepledger/projections/milestones/milestones.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerNumber, type smallPlay } from '../generators/small-play.ts'
import { smallChart, smallSong } from '../generators/small-song.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'
import { processed } from './listed-songs.ts'
import { numberedEvents, start } from './numbered-events.ts'

const day = 86_400_000
const star: Milestone = { id: 'star', name: 'First star', kind: 'grade', system: 'ITG', grade: 'star' }
const quint: Milestone = { id: 'quint', name: 'First quint', kind: 'grade', system: 'EX', grade: 'quint' }
const meter: Milestone = {
  id: 'meter',
  name: '3 of a meter',
  kind: 'meter',
  charts: 3,
  system: 'ITG',
  grade: 'D',
}
const steps: Milestone = { id: 'steps', name: '10 steps', kind: 'steps', steps: 10 }
const pack: Milestone = {
  id: 'pack',
  name: 'A pack',
  kind: 'pack',
  minCharts: 2,
  system: 'ITG',
  grade: 'star',
}

let models: FoldedModels
const made = numberedEvents()
beforeAll(async () => {
  models = await foldedModels({ ...firstRules, milestones: [star, quint, meter, steps, pack] })
})
afterAll(() => models.close())

const hash = (n: number) => n.toString(16).padStart(16, '0')

/** Offsets, seconds: the score is a quint, a star or more, or neither. */
const offsets = { quint: 0, star: 0.02, weak: 0.12 }

/** A play of three rows on a chart of meter 10, by default received when it was played. */
function play(
  player: string,
  chart: number,
  offset: number,
  playedAt: number,
  more: Partial<Parameters<typeof smallPlay>[0]> = {},
) {
  const at = start + playedAt
  return made.play(player, 0, offset, playedAt, { chart: hash(chart), playedAt: at, ...more })
}

/** The events of a pack with one song for each chart; `meterOf` of each. */
function packOf(packId: number, charts: readonly number[], meterOf = 10): AnyEvent[] {
  const songs = charts.map((chart) => packId * 1_000 + chart)
  return [
    ...charts.map((chart, i) =>
      smallSong({
        packId,
        songId: songs[i] ?? 0,
        at: start,
        charts: [
          smallChart({
            hash: hash(chart),
            meter: meterOf,
            counts: { rows: 3, holds: 0, rolls: 0, mines: 0 },
          }),
        ],
      }),
    ),
    processed(songs, { packId }),
  ]
}

async function reachedBy(player: string) {
  const reached = await milestonesOf(models.generation, player)
  return reached.map(({ id, meter, pack, reached: { playId } }) => [id, meter ?? pack, playId])
}

describe('the milestones of a player', () => {
  it('are reached by the first play with a grade, by steps and by charts of a meter, and are lost with those plays', async () => {
    const ada = playerNumber(1)
    // Given plays on three charts of meter 10, the second of which is the first star, and the fourth is a quint,
    const [weak, first, third, quint] = [
      play(ada, 1, offsets.weak, 0),
      play(ada, 2, offsets.star, day),
      play(ada, 3, offsets.weak, 20 * day),
      play(ada, 1, offsets.quint, 21 * day),
    ]
    await models.fold([weak, first])
    expect(await reachedBy(ada)).toEqual([['star', null, first.data.playId]])
    await models.fold([third, quint])
    expect(await reachedBy(ada)).toEqual([
      ['quint', null, quint.data.playId],
      ['steps', null, quint.data.playId],
      ['meter', 10, third.data.playId],
      ['star', null, first.data.playId],
    ])

    // when a play arrives late that was played before all of them, then it counts from then on;
    const late = play(ada, 4, offsets.star, -day, { at: start + 22 * day })
    await models.fold([late])
    expect(await reachedBy(ada)).toEqual([
      ['quint', null, quint.data.playId],
      ['steps', null, third.data.playId],
      ['meter', 10, first.data.playId],
      ['star', null, late.data.playId],
    ])

    // and when that and the quint are withdrawn, what they had reached is reached by others, later, or not any more.
    await models.fold([made.withdrawal(late.data.playId, ada, 0), made.withdrawal(quint.data.playId, ada, 0)])
    expect(await reachedBy(ada)).toEqual([
      ['meter', 10, third.data.playId],
      ['star', null, first.data.playId],
    ])
  })

  it('follow packs: their charts, their meters, and that a pack is there', async () => {
    const ben = playerNumber(2)
    // Given a pack of two charts, both with a star,
    const [one, two] = [play(ben, 11, offsets.star, 0), play(ben, 12, offsets.star, day)]
    await models.fold([...packOf(1, [11, 12]), one, two])
    const pack = ['pack', 1, two.data.playId]
    expect(await reachedBy(ben)).toEqual([pack, ['star', null, one.data.playId]])
    // when it gets a third, then it is no longer a full pack, until that chart is played, too;
    await models.fold(packOf(1, [11, 12, 13], 12))
    expect(await reachedBy(ben)).not.toContainEqual(pack)
    const three = play(ben, 13, offsets.star, 2 * day)
    await models.fold([three])
    expect(await reachedBy(ben)).toContainEqual(['pack', 1, three.data.playId])
    expect(await reachedBy(ben)).toContainEqual(['meter', 12, three.data.playId])
    // when it is removed, then nothing of it is left.
    await models.fold([
      { id: 'removed', type: 'PackRemoved', v: 1, at: start, key: '1', data: { packId: 1 } },
    ])
    expect((await reachedBy(ben)).map(([id]) => id)).not.toContain('pack')
  })

  it('are gone after an erasure', async () => {
    const cleo = playerNumber(3)
    await models.fold([play(cleo, 21, offsets.quint, 0)])
    expect(await reachedBy(cleo)).toHaveLength(2)
    await models.fold([{ id: 'erased', type: 'PlayerErased', v: 1, at: start, key: cleo, data: {} }])
    expect(await reachedBy(cleo)).toEqual([])
  })
})

/** A play, by how many days after the start it was played and in which order it is received; or a withdrawal of one. */
const step = fc.record({
  chart: fc.nat({ max: 5 }),
  offset: fc.constantFrom(...Object.values(offsets)),
  playedAt: fc.nat({ max: 30 }),
  passed: fc.boolean(),
  withdraws: fc.option(fc.nat({ max: 9 }), { freq: 4 }),
})

it('milestones are those of the plays that remain, one after another as they were played', {
  timeout: 60_000,
}, async () => {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 14 }),
      fc.nat({ max: 4 }),
      async (given, size) => {
        runs += 1
        const player = playerNumber(1_000 + runs)
        const sent = new Map<number, { chart: number; offset: number; playedAt: number; passed: boolean }>()
        const events = given.map(({ withdraws, ...its }) => {
          const id = withdraws === null ? undefined : [...sent.keys()][withdraws]
          if (id !== undefined) {
            sent.delete(id)
            return made.withdrawal(id, player, 0)
          }
          const { chart, offset, playedAt, passed } = its
          const event = play(player, 0x100 + chart, offset, playedAt * day, {
            meter: 7 + (chart % 2),
            passed,
          })
          sent.set(event.data.playId, its)
          return event
        })
        for (let i = 0; i < events.length; i += size + 1) await models.fold(events.slice(i, i + size + 1))

        const remaining = [...sent].sort(([a, x], [b, y]) => x.playedAt - y.playedAt || a - b)
        const expected = new Set<string>()
        const firstWith = (id: string, most: number) => {
          const found = remaining.find(([, { offset, passed }]) => passed && offset <= most)
          if (found) expected.add(`${id} null ${found[0]}`)
        }
        firstWith('star', offsets.star)
        firstWith('quint', offsets.quint)
        for (const odd of [0, 1]) {
          const charts = new Set<number>()
          for (const [id, { chart, passed }] of remaining) {
            if (!passed || chart % 2 !== odd || charts.has(chart)) continue
            charts.add(chart)
            if (charts.size === 3) expected.add(`meter ${7 + odd} ${id}`)
          }
        }
        const fourth = remaining[3]
        if (fourth) expected.add(`steps null ${fourth[0]}`)
        const found = await reachedBy(player)
        expect(new Set(found.map((each) => each.map(String).join(' ')))).toEqual(expected)
      },
    ),
    { numRuns: 40 },
  )
})

it('rules without milestones fold and build without any', async () => {
  const without = await foldedModels({ ...firstRules, milestones: [] })
  try {
    const player = playerNumber(1)
    const only = play(player, 1, offsets.quint, 0)
    await without.fold([only])
    await without.fold([made.withdrawal(only.data.playId, player, 0), play(player, 2, offsets.quint, day)])
    for (const { sql } of derivedFills(without.generation, milestones)) await without.database.pool.query(sql)
    expect(await milestonesOf(without.generation, player)).toEqual([])
    expect((await without.database.pool.query('select from g1.goals_reached')).rowCount).toBe(0)
  } finally {
    await without.close()
  }
})
