import { expect, it } from 'vitest'
import { changeWithdrawal, notWithdrawn } from './withdrawal.ts'

const byPlayer = { wipe: null, by: 'player', reason: null, reinstates: false } as const
const wiped = (wipe: string) => ({ wipe, by: 'operator', reason: `wipe ${wipe}`, reinstates: false }) as const
const reinstated = (wipe: string) => ({ wipe, by: null, reason: null, reinstates: true }) as const

it.each([
  ['a wiped play is withdrawn', [wiped('a')], { at: 1, wipe: 'a', offset: 1 }],
  ['its reinstatement brings it back', [wiped('a'), reinstated('a')], { at: null, wipe: null, offset: 2 }],
  ['another wipe does not', [wiped('a'), reinstated('b')], { at: 1, wipe: 'a', offset: 1 }],
  [
    'a second wipe has no effect',
    [wiped('a'), wiped('b'), reinstated('a')],
    { at: null, wipe: null, offset: 3 },
  ],
  ['it can be wiped again', [wiped('a'), reinstated('a'), wiped('b')], { at: 3, wipe: 'b', offset: 3 }],
  ['a deleted play stays deleted', [byPlayer, wiped('a'), reinstated('a')], { at: 1, wipe: null, offset: 1 }],
  [
    'also if it is deleted after the wipe',
    [wiped('a'), byPlayer, reinstated('a')],
    { at: 1, wipe: null, offset: 2 },
  ],
  ['a reinstatement of a counting play has no effect', [reinstated('a')], notWithdrawn],
])('%s', (_, changes, expected) => {
  const events = changes.map((change, i) => ({ offset: i + 1, at: i + 1, ...change }))

  expect(changeWithdrawal(notWithdrawn, events).after).toMatchObject(expected)
})

it.each([
  ['an operator, who withdrew it first, is told', [wiped('a'), byPlayer], ['operator', 'wipe a']],
  ['a player, who did, is not', [byPlayer, wiped('a')], ['player', null]],
  ['a reinstatement forgets both', [wiped('a'), reinstated('a')], [null, null]],
])('%s', (_, changes, expected) => {
  const events = changes.map((change, i) => ({ offset: i + 1, at: i + 1, ...change }))
  const { by, reason } = changeWithdrawal(notWithdrawn, events).after

  expect([by, reason]).toEqual(expected)
})

it('folding the events again changes nothing', () => {
  const events = [wiped('a'), reinstated('a')].map((change, i) => ({ offset: i + 1, at: i + 1, ...change }))
  const { after } = changeWithdrawal(notWithdrawn, events)

  expect(changeWithdrawal(after, events)).toEqual({ before: after, after, flipped: false })
})
