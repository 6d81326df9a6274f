import { describe, expect, it } from 'vitest'
import { changedBody, unchangedBody } from '../../tests/generators/changed-body.ts'

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = [value]
  return value
}

function inObjects(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = { value }
  return value
}

/** Returns the nesting depth of lists and objects. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

const radar = { Holds: [1, 2], Mines: [0, 0], Rolls: [0, 0] }

describe('the limits of a body drop', () => {
  it('unknown fields after the first 200, whatever the number of known ones', () => {
    const many = Object.fromEntries(Array.from({ length: 203 }, (_, i) => [`f${i}`, i]))
    const { sent: kept, dropped } = changedBody(many)
    expect(kept).toMatchObject({ f0: 0, f199: 199, songName: unchangedBody.songName })
    expect(kept).not.toHaveProperty('f200')
    expect(dropped).toEqual(
      ['f200', 'f201', 'f202'].map((field) => ({
        field,
        reason: 'was dropped: at most 200 unknown fields are kept',
      })),
    )
  })

  it('fields with names of more than 200 characters', () => {
    const { sent: kept, dropped } = changedBody({ ['n'.repeat(201)]: 1, ['m'.repeat(200)]: 1 })
    expect(kept).toHaveProperty('m'.repeat(200), 1)
    expect(dropped).toEqual([
      { field: `${'n'.repeat(40)}…`, reason: 'was dropped: names have at most 200 characters' },
    ])
  })

  it('lists and objects below 32 levels, in optional and required fields and in rows', () => {
    const reason = 'was cut: values are kept 32 levels deep'
    const {
      sent: kept,
      known,
      rows,
      dropped,
    } = changedBody({
      list: nested(40),
      object: { deep: inObjects(40), beside: 1 },
      radar: { ...radar, more: nested(32) },
      timingData: [[1, 0, 0, nested(33)]],
    })
    const depths = [kept.list, kept.object, rows.more[1]?.[0]].map(depthOf)
    expect(depths).toEqual([32, 32, 32])
    expect(kept.object).toMatchObject({ beside: 1 })
    expect(known.radar).toMatchObject(radar)
    expect(dropped).toEqual(['radar', 'list', 'object', 'timingData'].map((field) => ({ field, reason })))
  })

  it('the end of texts beyond 4 KiB, without splitting a character', () => {
    const {
      known,
      sent: kept,
      dropped,
    } = changedBody({
      songName: 'x'.repeat(4097),
      artist: `x${'😀'.repeat(1024)}`,
      pack: '夏'.repeat(1365),
      description: '夏'.repeat(1_000_000),
    })
    expect(known.songName).toBe('x'.repeat(4096))
    expect(known.artist).toBe(`x${'😀'.repeat(1023)}`)
    expect(known.pack).toBe('夏'.repeat(1365))
    expect(known.description).toBe('夏'.repeat(1365))
    expect(kept.description).toBe(known.description)
    const reason = 'was cut: at most 4096 bytes of it are kept'
    expect(dropped).toEqual(['songName', 'artist', 'description'].map((field) => ({ field, reason })))
  })

  it('nothing within the limits', () => {
    expect(changedBody({ list: nested(32) }).dropped).toEqual([])
  })
})
