import { describe, expect, it } from 'vitest'
import { storyOf } from '../decider-in-tests.ts'
import { maxRivals } from './max-rivals.ts'
import { rivals } from './rivals.ts'

const given = storyOf(rivals.decider)
const player = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const added = (n: number) => ({ type: 'RivalAdded', data: { rivalId: player(n) } }) as const
const removed = (n: number) => ({ type: 'RivalRemoved', data: { rivalId: player(n) } }) as const
const follow = (n: number) => ({ type: 'follow', rivalId: player(n) }) as const
const unfollow = (n: number) => ({ type: 'unfollow', rivalId: player(n) }) as const

describe('the rivals of a player', () => {
  it('are added once, and removed once', () => {
    expect(given().when(follow(1))).toEqual([added(1)])
    expect(given(added(1)).when(follow(1))).toMatchObject({ refused: 'a-rival' })
    expect(given(added(1)).when(unfollow(1))).toEqual([removed(1)])
    expect(given(added(1), removed(1)).when(unfollow(1))).toMatchObject({ refused: 'not-a-rival' })
    expect(given(added(1), removed(1)).when(follow(1))).toEqual([added(1)])
  })

  it(`are ${maxRivals} at most`, () => {
    const full = Array.from({ length: maxRivals }, (_, n) => added(n))
    expect(given(...full).when(follow(maxRivals))).toEqual({
      refused: 'too-many',
      message: `You can have up to ${maxRivals} rivals`,
    })
    expect(given(...full, removed(0)).when(follow(maxRivals))).toEqual([added(maxRivals)])
  })

  it('are known by digest, since the first of several events', () => {
    const { state } = given({ ...added(1), at: 5 }, { ...added(1), at: 9 })
    expect(Object.values(state.rivals)).toEqual([5])
    expect(JSON.stringify(state)).not.toContain(player(1))
    expect(state.version).toBe(1)
  })

  it('ignore what was decided on an older version', () => {
    const { state } = given({ ...added(1), decidedOn: 0 }, { ...removed(1), decidedOn: 0 })
    expect(Object.keys(state.rivals)).toHaveLength(1)
  })
})
