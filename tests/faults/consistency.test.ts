import { describe, expect, it } from 'vitest'
import { findErrors } from './consistency.ts'

/** Checks the checker: it must find every kind of error. */
describe('the consistency check', () => {
  const a = { player: 'ada', playId: 1 }
  const b = { player: 'ada', playId: 2 }
  const c = { player: 'ben', playId: 3 }
  const none = { lost: [], doubled: [], outOfOrder: [], phantom: [] }

  it('finds nothing in a correct history, also with an event that was appended twice', () => {
    expect(findErrors([a, c, b], [c, a, b, a], [b, a, c])).toEqual(none)
  })

  it.each([
    ['lost from the ledger', [a, b], [a], [a, b], { ...none, lost: ['2 of ada'] }],
    ['lost from what is shown', [a, b], [a, b], [a], { ...none, lost: ['2 of ada'] }],
    ['shown twice', [a], [a], [a, a], { ...none, doubled: ['1 of ada'] }],
    ['told twice, as of two plays', [a, a], [a], [a], { ...none, doubled: ['1 of ada'] }],
    ['behind a later one', [a, b], [b, a], [a, b], { ...none, outOfOrder: ['2 of ada'] }],
    ['sent by nobody', [a], [a, c], [a, c], { ...none, phantom: ['3 of ben', '3 of ben'] }],
  ])('finds a play that is %s', (_, acknowledged, inLedger, shown, expected) => {
    expect(findErrors(acknowledged, inLedger, shown)).toEqual(expected)
  })
})
