import { describe, expect, it } from 'vitest'
import { storyOf } from '../decider-in-tests.ts'
import { withdrawal, withdrawalStream } from './withdrawal.ts'

const given = storyOf(withdrawal.decider)
const playId = 7
const withdrawn = {
  type: 'PlayWithdrawn',
  data: { playId, by: 'operator', reason: 'pad was broken' },
} as const
const wiped = (wipe: string) =>
  ({ type: 'PlayWithdrawn', data: { playId, by: 'operator', reason: 'a cheat', wipe } }) as const
const reinstated = (wipe: string) => ({ type: 'PlayReinstated', data: { playId, wipe } }) as const
const withdraw = { type: 'withdraw', playId, by: 'operator', reason: 'pad was broken' } as const
const wipe = (id: string) => ({ ...withdraw, reason: 'a cheat', wipe: id }) as const
const reinstate = (id: string) => ({ type: 'reinstate', playId, wipe: id }) as const

describe('the withdrawal of a play', () => {
  it('is permanent once', () => {
    expect(given().when(withdraw)).toEqual([withdrawn])
    expect(given(withdrawn).when(withdraw)).toEqual({
      refused: 'withdrawn',
      message: 'This play has been withdrawn already',
    })
    expect(given(withdrawn).when(wipe('w1'))).toMatchObject({ refused: 'withdrawn' })
  })

  it('by a wipe is undone by the same wipe alone', () => {
    expect(given().when(wipe('w1'))).toEqual([wiped('w1')])
    expect(given(wiped('w1')).when(wipe('w2'))).toMatchObject({ refused: 'withdrawn' })
    expect(given(wiped('w1')).when(reinstate('w2'))).toMatchObject({ refused: 'not-of-wipe' })
    expect(given(wiped('w1')).when(reinstate('w1'))).toEqual([reinstated('w1')])
    expect(given(wiped('w1'), reinstated('w1')).when(reinstate('w1'))).toMatchObject({
      refused: 'not-of-wipe',
    })
  })

  it('becomes permanent after a wipe', () => {
    expect(given(wiped('w1')).when(withdraw)).toEqual([withdrawn])
    expect(given(wiped('w1'), withdrawn).when(reinstate('w1'))).toMatchObject({ refused: 'not-of-wipe' })
  })

  it('is in the partition of its player', () => {
    expect(withdrawal.eventKeyOf(withdrawalStream('ann', playId))).toBe('ann')
  })
})
