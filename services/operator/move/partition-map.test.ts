import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partitionOf } from '../../platform/ledger/partition-of.ts'
import { partitionMap } from './partition-map.ts'

const keys = fc.array(fc.nat({ max: 40 }).map(String), { maxLength: 1_500 })

describe('positions in a copy with more partitions', () => {
  it.each([12, 24, 96])('are where %i partitions have the events, in the order of each key', (to) => {
    fc.assert(
      fc.property(keys, (appended) => {
        // Given a ledger, and a copy that was appended to in the same order
        const [original, copy] = [ledgerOf(12, appended), ledgerOf(to, appended)]
        const map = partitionMap(12, to)
        for (const { position, key } of original.events)
          expect(map.add(position, key)).toEqual(map.positionOf(position))
        // Then every event is at its position, and every checkpoint has the same events before it
        expect(original.events.map(({ position }) => map.positionOf(position))).toEqual(
          copy.events.map(({ position }) => position),
        )
        expect(map.endsOf(map.next())).toEqual(copy.ends)
        const half = ledgerOf(12, appended.slice(0, appended.length / 2))
        expect(map.endsOf(half.ends)).toEqual(ledgerOf(to, appended.slice(0, appended.length / 2)).ends)
        expect(map.endsOf(map.next().with(3, 2_000))).toBeNull()
        expect(map.positionOf({ partition: 3, offset: 2_000 })).toBeNull()
        expect(map.lastOriginals().map((last) => last && map.positionOf(last)?.offset)).toEqual(
          copy.ends.map((end) => (end === 0 ? null : end - 1)),
        )
      }),
      { numRuns: 20 },
    )
  })

  it('of events without a readable key follow the first ones of their partition', () => {
    const map = partitionMap(12, 24)
    expect([0, 1].map((offset) => map.add({ partition: 5, offset }, ''))).toEqual([
      { partition: 5, offset: 0 },
      { partition: 5, offset: 1 },
    ])
    expect(() => map.add({ partition: 5, offset: 3 }, '')).toThrow('gap at 5:2')
  })
})

function ledgerOf(partitions: number, appended: readonly string[]) {
  const ends = new Array<number>(partitions).fill(0)
  const events = appended.map((key) => {
    const partition = partitionOf(partitions, key)
    const offset = ends[partition] ?? 0
    ends[partition] = offset + 1
    return { key, position: { partition, offset } }
  })
  return { events, ends }
}
