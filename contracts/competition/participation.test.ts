import { describe, expect, it } from 'vitest'
import { storyOf } from '../decider-in-tests.ts'
import { type CompetitionAccess, competitionDocument } from './competition-document.ts'
import { participation, takesPart } from './participation.ts'
import type { ParticipationStatus } from './participation-events.ts'

const given = storyOf(participation.decider)
const [owner, organiser] = ['1', '2'].map((n) => `00000000-0000-4000-8000-00000000000${n}`)

const became = (to: ParticipationStatus, by: string | null = null) =>
  ({ type: 'EventParticipationChanged', data: { slug: 'night-shift', to, by } }) as const

function by(access: CompetitionAccess, more: { owner?: null; closed?: boolean } = {}) {
  const document = competitionDocument.parse({
    slug: 'night-shift',
    name: 'Night Shift',
    announcement: 'No sleep.',
    downloadUrl: null,
    rounds: [{ name: 'Dusk', start: 0, end: 1, charts: [] }],
    failedPlaysCount: true,
    grace: 0,
    points: { maxPoints: 1, minPoints: 1, pieces: [{ form: 'exponential', rate: 0.1, upTo: null }] },
    ties: 'share',
    shown: 10,
    boards: ['ITG'],
    access,
  })
  const closed = more.closed
    ? {
        ...{
          closing: '00000000-0000-4000-8000-000000000000',
          offset: 0,
          at: 0,
          checkpoint: [],
          rulesOffset: 0,
        },
        ...{ charts: 0, scores: 0, digest: '' },
      }
    : null
  const competition = { document, owner: more.owner === null ? null : (owner ?? ''), closed }
  return {
    takePart: { type: 'takePart', competition, invited: false },
    takePartInvited: { type: 'takePart', competition, invited: true },
    leave: { type: 'leave', competition },
    accept: { type: 'accept', competition, by: organiser ?? '' },
    refuse: { type: 'refuse', competition, by: organiser ?? '' },
  } as const
}

describe('a player in a competition', () => {
  it('for everybody takes part without asking, may say so, leave and come back', () => {
    const { takePart, leave } = by('everybody')
    expect(given().when(takePart)).toEqual([became('in')])
    expect(given(became('in')).when(takePart)).toMatchObject({ refused: 'in' })
    expect(given(became('in')).when(leave)).toEqual([became('left')])
    expect(given().when(leave)).toEqual([became('left')])
    expect(given(became('left')).when(leave)).toMatchObject({ refused: 'not-in' })
    expect(given(became('left')).when(takePart)).toEqual([became('in')])
  })

  it('of the site cannot leave, but come back from when it was of a player', () => {
    const { takePart, leave } = by('everybody', { owner: null })
    expect(given().when(takePart)).toMatchObject({ refused: 'of-site' })
    expect(given().when(leave)).toMatchObject({ refused: 'of-site' })
    expect(given(became('left')).when(takePart)).toEqual([became('in')])
  })

  it('by invitation takes part with the code, and comes back without', () => {
    const { takePart, takePartInvited, leave, refuse } = by('invitation')
    expect(given().when(takePart)).toMatchObject({ refused: 'not-invited' })
    expect(given().when(takePartInvited)).toEqual([became('in')])
    expect(given(became('in'), became('left')).when(takePart)).toEqual([became('in')])
    expect(given().when(leave)).toMatchObject({ refused: 'not-in' })
    // Whom the organisers took out stays out.
    expect(given(became('in')).when(refuse)).toEqual([became('refused', organiser)])
    expect(given(became('refused', organiser)).when(takePartInvited)).toMatchObject({ refused: 'refused' })
  })

  it('whom organisers accept asks first', () => {
    const { takePart, leave, accept, refuse } = by('accepted')
    expect(given().when(takePart)).toEqual([became('asked')])
    expect(given(became('asked')).when(takePart)).toMatchObject({ refused: 'asked' })
    expect(given(became('asked')).when(leave)).toEqual([became('cancelled')])
    expect(given(became('asked'), became('cancelled')).when(takePart)).toEqual([became('asked')])
    expect(given(became('asked')).when(accept)).toEqual([became('in', organiser)])
    expect(given(became('asked'), became('in', organiser), became('left')).when(takePart)).toEqual([
      became('in'),
    ])
    // A refused player can't ask again, but the organisers may change their mind.
    expect(given(became('asked')).when(refuse)).toEqual([became('refused', organiser)])
    expect(given(became('refused', organiser)).when(takePart)).toMatchObject({ refused: 'refused' })
    expect(given(became('refused', organiser)).when(accept)).toEqual([became('in', organiser)])
    // Organisers don't ask themselves.
    expect(given().when(by('accepted').takePartInvited)).toEqual([became('in')])
  })

  it('is accepted and refused only where that decides, and only who asked', () => {
    expect(given().when(by('everybody').accept)).toMatchObject({ refused: 'open' })
    const { accept, refuse } = by('accepted')
    for (const status of ['cancelled', 'left'] as const) {
      expect(given(became(status)).when(accept)).toMatchObject({ refused: 'not-asked' })
      expect(given(became(status)).when(refuse)).toMatchObject({ refused: 'not-asked' })
    }
    expect(given().when(accept)).toMatchObject({ refused: 'not-asked' })
  })

  it('stays what they are once the standings are final', () => {
    const { takePart, leave, accept } = by('accepted', { closed: true })
    expect(given().when(takePart)).toMatchObject({ refused: 'closed' })
    expect(given(became('in')).when(leave)).toMatchObject({ refused: 'closed' })
    expect(given(became('asked')).when(accept)).toMatchObject({ refused: 'closed' })
  })
})

it('plays count of all who did not leave, or of those alone who take part', () => {
  const counting = (access: CompetitionAccess) =>
    ([null, 'asked', 'in', 'refused', 'left', 'cancelled'] as const).filter((status) =>
      takesPart(access, status),
    )
  for (const open of ['everybody', 'address'] as const)
    expect(counting(open)).toEqual([null, 'asked', 'in', 'refused', 'cancelled'])
  for (const closed of ['invitation', 'accepted'] as const) expect(counting(closed)).toEqual(['in'])
})
