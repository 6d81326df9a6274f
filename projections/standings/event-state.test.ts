import type { EventDocument } from '@stepledger/contracts/rules/event-document.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventOf, eventStart } from '../../tests/generators/event-document.ts'
import { type CompetitionEvent, type EventState, eventStateAfter } from './event-state.ts'

const slug = 'blue-shift'
const about = { id: 'said', v: 1, at: eventStart, key: slug }
const hour = 3_600_000

const announced = (document: EventDocument = eventOf()): CompetitionEvent => ({
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

describe('what the ledger says of an event', () => {
  let state: EventState | undefined
  let offset: number
  beforeEach(() => {
    state = undefined
    offset = 0
  })
  function say(...events: CompetitionEvent[]): EventState | undefined {
    for (const event of events) state = eventStateAfter(state, event, offset++)
    return state
  }

  it('is nothing before it was announced', () => {
    expect(say(pointsChanged, chartsChosen(1, []), closed('c'))).toBeUndefined()
  })

  it('is its document, changed by what is said of it later', () => {
    const end = eventStart + hour
    say(announced(), chartsChosen(2, ['cccccccccccccccc']), pointsChanged)
    say(windowChanged(1, eventStart, end, 60))

    expect(state).toMatchObject({ offset: 3, closed: null, document: { points, grace: 60 } })
    expect(state?.document.rounds).toMatchObject([
      { name: 'Round 1', start: eventStart, end, charts: ['aaaaaaaaaaaaaaaa'] },
      { name: 'Round 2', charts: ['cccccccccccccccc'] },
    ])
    expect(say(announced())).toEqual({ document: eventOf(), offset: 4, closed: null })
  })

  it('is not changed by what makes no sense: a round that is not there, a window over another or without a length', () => {
    const before = say(announced())
    const [first, second] = eventOf().rounds
    if (!first || !second) throw new Error('two rounds')
    say(windowChanged(1, first.start, second.start + hour))
    say(windowChanged(2, second.end, second.start))
    expect(state).toEqual(before)

    say(chartsChosen(3, ['cccccccccccccccc']))
    expect(state?.document).toEqual(before?.document)
  })

  it('is final once it was closed, until it is closed again', () => {
    say(announced(), closed('first'))
    const final = state
    expect(final?.closed).toMatchObject({ closing: 'first', offset: 1, at: eventStart, digest: 'd' })
    say(pointsChanged, chartsChosen(1, []), windowChanged(1, 0, 1), announced(eventOf({ name: 'Other' })))
    expect(state).toEqual(final)

    expect(say(closed('second'))).toMatchObject({ offset: 6, closed: { closing: 'second', offset: 6 } })
  })
})
