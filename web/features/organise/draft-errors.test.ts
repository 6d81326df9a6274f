import { draftDocument } from '@stepledger/contracts/http/organised-competitions.ts'
import { describe, expect, it } from 'vitest'
import { draftErrors } from './draft-errors.ts'

const limits = { rounds: 20, charts: 200, days: 366 }
const chart = (n: number) => n.toString(16).padStart(16, '0')
const round = { name: 'Round 1', start: '2026-12-07T18:00:00.000Z', end: '2026-12-28T18:00:00.000Z' }
const complete = draftDocument.parse({
  slug: 'winter-cup',
  name: 'Winter Cup',
  announcement: 'One round, ten charts.',
  rounds: [round],
})
const errorsOf = (part: object, within = limits) =>
  Object.fromEntries(draftErrors(draftDocument.parse({ ...complete, ...part }), within))

describe('a draft', () => {
  it('can be published once it is complete', () => {
    expect(errorsOf({})).toEqual({})
  })

  it('says at each field what is missing', () => {
    expect(Object.fromEntries(draftErrors(draftDocument.parse({ boards: [] }), limits))).toEqual({
      name: 'Give the event a name',
      slug: 'Choose an address',
      announcement: 'Say what the event is about',
      boards: 'Choose at least one',
      rounds: 'Add a round',
    })
    expect(errorsOf({ rounds: [{ name: ' ', start: null, end: null }] })).toEqual({
      'rounds.0.name': 'Give the round a name',
      'rounds.0.start': 'Choose when it starts',
      'rounds.0.end': 'Choose when it ends',
    })
  })

  it('has rounds that end after their start and follow each other', () => {
    expect(errorsOf({ rounds: [{ ...round, end: round.start }] })).toEqual({
      'rounds.0.end': 'Must be after the start',
    })
    const second = { name: 'Round 2', start: '2026-12-20T18:00:00.000Z', end: '2027-01-07T18:00:00.000Z' }
    expect(errorsOf({ rounds: [round, second] })).toEqual({ 'rounds.1.start': 'Round 1 still runs then' })
  })

  it('keeps the limits of the account', () => {
    const charts = [chart(1), chart(2)]
    expect(errorsOf({ rounds: [{ ...round, charts }] }, { ...limits, charts: 1 })).toEqual({
      rounds: 'At most 1 chart in all rounds together',
    })
    expect(errorsOf({}, { ...limits, days: 7 })).toEqual({
      'rounds.0.end': 'Must be within 7 days of the first start',
    })
  })

  it('is checked as the document that it becomes', () => {
    expect(errorsOf({ slug: 'Winter Cup' })).toEqual({
      slug: 'must be of lower-case letters, digits and single hyphens',
    })
    expect(errorsOf({ downloadUrl: 'packs' })).toMatchObject({ downloadUrl: expect.any(String) })
    expect(errorsOf({ name: 'Winter\u202ECup' })).toMatchObject({
      name: 'must not contain invisible characters',
    })
  })
})
