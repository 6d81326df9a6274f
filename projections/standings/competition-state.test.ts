import type { CompetitionDocument } from '@stepledger/contracts/rules/competition-document.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { competitionDocumentOf, competitionStart } from '../../tests/generators/competition-document.ts'
import { applyCompetitionEvent, type CompetitionEvent, type CompetitionState } from './competition-state.ts'

const slug = 'blue-shift'
const about = { id: 'said', v: 1, at: competitionStart, key: slug }
const hour = 3_600_000

const announced = (document: CompetitionDocument = competitionDocumentOf()): CompetitionEvent => ({
  ...about,
  type: 'EventAnnounced',
  data: { document },
})
const chartsChosen = (round: number, charts: string[]): CompetitionEvent => ({
  ...about,
  type: 'EventChartsChosen',
  data: { slug, round, charts },
})
const windowChanged = (round: number, start: number, end: number, grace = 3_600): CompetitionEvent => ({
  ...about,
  type: 'EventWindowChanged',
  data: { slug, round, start, end, grace },
})
const points = {
  maxPoints: 100,
  minPoints: 0,
  pieces: [{ form: 'hyperbolic' as const, rate: 1, upTo: null }],
}
const pointsChanged: CompetitionEvent = { ...about, type: 'EventPointsChanged', data: { slug, points } }
const closed = (closing: string): CompetitionEvent => ({
  ...about,
  type: 'EventClosed',
  data: { slug, closing, checkpoint: [4], rulesOffset: 1, charts: 2, scores: 3, digest: 'd' },
})

describe('the state of a competition', () => {
  let state: CompetitionState | undefined
  let offset: number
  beforeEach(() => {
    state = undefined
    offset = 0
  })
  function apply(...events: CompetitionEvent[]): CompetitionState | undefined {
    for (const event of events) state = applyCompetitionEvent(state, event, offset++)
    return state
  }

  it('is undefined before the announcement', () => {
    expect(apply(pointsChanged, chartsChosen(1, []), closed('c'))).toBeUndefined()
  })

  it('is its document with later changes applied', () => {
    const end = competitionStart + hour
    apply(announced(), chartsChosen(2, ['cccccccccccccccc']), pointsChanged)
    apply(windowChanged(1, competitionStart, end, 60))

    expect(state).toMatchObject({ offset: 3, closed: null, document: { points, grace: 60 } })
    expect(state?.document.rounds).toMatchObject([
      { name: 'Round 1', start: competitionStart, end, charts: ['aaaaaaaaaaaaaaaa'] },
      { name: 'Round 2', charts: ['cccccccccccccccc'] },
    ])
    expect(apply(announced())).toEqual({ document: competitionDocumentOf(), offset: 4, closed: null })
  })

  it('ignores invalid changes: a round that does not exist, an overlapping or empty window', () => {
    const before = apply(announced())
    const [first, second] = competitionDocumentOf().rounds
    if (!first || !second) throw new Error('two rounds')
    apply(windowChanged(1, first.start, second.start + hour))
    apply(windowChanged(2, second.end, second.start))
    expect(state).toEqual(before)

    apply(chartsChosen(3, ['cccccccccccccccc']))
    expect(state?.document).toEqual(before?.document)
  })

  it('is final once it was closed, until it is closed again', () => {
    apply(announced(), closed('first'))
    const final = state
    expect(final?.closed).toMatchObject({ closing: 'first', offset: 1, at: competitionStart, digest: 'd' })
    apply(
      pointsChanged,
      chartsChosen(1, []),
      windowChanged(1, 0, 1),
      announced(competitionDocumentOf({ name: 'Other' })),
    )
    expect(state).toEqual(final)

    expect(apply(closed('second'))).toMatchObject({ offset: 6, closed: { closing: 'second', offset: 6 } })
  })
})
