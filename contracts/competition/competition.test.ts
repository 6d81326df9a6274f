import { describe, expect, it } from 'vitest'
import { competitionDocumentOf, competitionStart } from '../../tests/generators/competition-document.ts'
import { storyOf } from '../decider-in-tests.ts'
import { type Closing, competition } from './competition.ts'
import type { CompetitionDocument } from './competition-document.ts'

const given = storyOf(competition)

const slug = 'blue-shift'
const document = competitionDocumentOf()
const [first, second] = document.rounds
if (!first || !second) throw new Error('two rounds')
const hour = 3_600_000
const over = second.end + document.grace * 1_000

const announced = (of: CompetitionDocument = document) =>
  ({ type: 'EventAnnounced', data: { document: of } }) as const
const chartsChosen = (round: number, charts: string[]) =>
  ({ type: 'EventChartsChosen', data: { slug, round, charts } }) as const
const windowMoved = (round: number, start: number, end: number, grace = 3_600) =>
  ({ type: 'EventWindowChanged', data: { slug, round, start, end, grace } }) as const
const points = {
  maxPoints: 100,
  minPoints: 0,
  pieces: [{ form: 'hyperbolic' as const, rate: 1, upTo: null }],
}
const pointsChanged = { type: 'EventPointsChanged', data: { slug, points } } as const
const closing = (id: string, digest = 'd'): Closing => ({
  records: [],
  closed: { slug, closing: id, checkpoint: [4], rulesOffset: 1, charts: 2, scores: 3, digest },
})
const closed = (id: string, digest?: string) =>
  ({ type: 'EventClosed', at: over, data: closing(id, digest).closed }) as const

describe('a competition', () => {
  it('is its document with the later changes', () => {
    const end = competitionStart + hour
    const { state } = given(
      announced(),
      chartsChosen(2, ['cccccccccccccccc']),
      pointsChanged,
      windowMoved(1, competitionStart, end, 60),
    )

    expect(state).toMatchObject({ version: 4, offset: 3, closed: null, document: { points, grace: 60 } })
    expect(state.document?.rounds).toMatchObject([
      { name: 'Round 1', start: competitionStart, end, charts: ['aaaaaaaaaaaaaaaa'] },
      { name: 'Round 2', charts: ['cccccccccccccccc'] },
    ])
  })

  it('is not there before its announcement', () => {
    expect(given(pointsChanged, chartsChosen(1, []), closed('c')).state).toEqual(competition.initial)
  })

  it('ignores what an earlier release appended and is invalid: a missing round, windows that overlap', () => {
    const { state } = given(announced())
    expect(
      given(
        announced(),
        windowMoved(1, first.start, second.start + hour),
        windowMoved(2, second.end, second.start),
      ).state,
    ).toEqual(state)
    expect(given(announced(), chartsChosen(3, ['cccccccccccccccc'])).state.document).toEqual(document)
  })

  it('is final once it is closed, until it is closed again', () => {
    const final = given(announced(), closed('first')).state
    expect(final.closed).toMatchObject({ closing: 'first', offset: 1, at: over })

    const other = announced(competitionDocumentOf({ name: 'Other' }))
    expect(
      given(announced(), closed('first'), pointsChanged, chartsChosen(1, []), windowMoved(1, 0, 1), other)
        .state,
    ).toEqual(final)
    expect(given(announced(), closed('first'), closed('second')).state).toMatchObject({
      offset: 2,
      closed: { closing: 'second', offset: 2 },
    })
  })

  it('takes one of two decisions on the same version', () => {
    const moved = { ...windowMoved(2, second.start, second.end + hour), decidedOn: 1 }
    const { state } = given(announced(), { ...pointsChanged, decidedOn: 1 }, moved)

    expect(state).toMatchObject({ version: 2, offset: 1, document: { points, rounds: document.rounds } })
  })
})

describe('deciding on a competition', () => {
  const by = { operator: '00000000-0000-4000-8000-000000000001', reason: null }

  it('announces it, and again with another document', () => {
    expect(given().when({ type: 'announce', document, by })).toEqual([
      { type: 'EventAnnounced', data: { document, by } },
    ])
    const other = competitionDocumentOf({ name: 'Other' })
    expect(given(announced()).when({ type: 'announce', document: other })).toEqual([announced(other)])
  })

  it('refuses a document that is longer than a year', () => {
    const long = { ...document, rounds: [first, { ...second, end: first.start + 367 * 86_400_000 }] }
    expect(given().when({ type: 'announce', document: long })).toMatchObject({
      refused: 'invalid',
      message: expect.stringContaining('must end within 366 days'),
    })
  })

  it('changes charts, points and windows', () => {
    const charts = ['cccccccccccccccc']
    expect(given(announced()).when({ type: 'chooseCharts', round: 2, charts })).toEqual([
      chartsChosen(2, charts),
    ])
    expect(given(announced()).when({ type: 'changePoints', points })).toEqual([pointsChanged])
    // What is left out stays.
    const end = second.end + hour
    expect(given(announced()).when({ type: 'moveWindow', round: 2, end })).toEqual([
      windowMoved(2, second.start, end, document.grace),
    ])
    expect(given(announced()).when({ type: 'moveWindow', round: 2, grace: 7_200 })).toEqual([
      windowMoved(2, second.start, second.end, 7_200),
    ])
  })

  it('refuses what is not there, and what would be invalid', () => {
    expect(given().when({ type: 'changePoints', points })).toMatchObject({ refused: 'unknown' })
    expect(given(announced()).when({ type: 'chooseCharts', round: 3, charts: [] })).toEqual({
      refused: 'no-such-round',
      message: 'blue-shift has rounds 1 to 2',
    })
    expect(given(announced()).when({ type: 'moveWindow', round: 1, end: second.start + hour })).toMatchObject(
      { refused: 'invalid', message: expect.stringContaining('without overlapping') },
    )
  })

  it('closes it after its grace period; then only another closing with other scores is accepted', () => {
    const close = { type: 'close', closing: closing('c'), by } as const
    expect(given(announced()).when({ ...close, now: over - 1 })).toMatchObject({ refused: 'too-early' })
    expect(given(announced()).when({ ...close, now: over })).toEqual([
      { type: 'EventClosed', data: { ...closing('c').closed, by } },
    ])

    const afterwards = given(announced(), closed('c'))
    expect(afterwards.when({ ...close, now: over })).toMatchObject({ refused: 'unchanged' })
    expect(afterwards.when({ ...close, closing: closing('d', 'other'), now: over })).toHaveLength(1)
    for (const command of [
      { type: 'changePoints', points },
      { type: 'announce', document },
      { type: 'chooseCharts', round: 1, charts: [] },
    ] as const)
      expect(afterwards.when(command)).toMatchObject({
        refused: 'closed',
        message: expect.stringMatching(/^blue-shift was closed at .* \(0:1\)/),
      })
  })
})
