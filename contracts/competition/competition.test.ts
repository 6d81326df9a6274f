import { describe, expect, it } from 'vitest'
import { competitionDocumentOf, competitionStart } from '../../tests/generators/competition-document.ts'
import { storyOf } from '../decider-in-tests.ts'
import { isOfSite } from '../http/default-competition.ts'
import { seal } from '../play/sealing.ts'
import { type Closing, type CompetitionCommand, competition } from './competition.ts'
import { type CompetitionDocument, maxTakenOut } from './competition-document.ts'
import { withWords } from './words.ts'

const given = storyOf(competition)

const slug = 'blue-shift'
const document = competitionDocumentOf()
const [first, second] = document.rounds
if (!first || !second) throw new Error('two rounds')
const hour = 3_600_000
const over = second.end + document.grace * 1_000

const announced = (of: CompetitionDocument = document) =>
  ({ type: 'EventAnnounced', data: { document: of, owner: null, words: null } }) as const
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
      { type: 'EventAnnounced', data: { document, owner: null, words: null, by } },
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

describe('a competition of a player', () => {
  const [owner, organiser, other, operator] = [1, 2, 3, 4].map(
    (nth) => `00000000-0000-4000-8000-00000000000${nth}`,
  ) as [string, string, string, string]
  const keys = new Map([owner, organiser].map((player, nth) => [player, new Uint8Array(32).fill(nth)]))
  const sealedBy = (player: string, text: string) => ({
    by: player,
    text: seal(text, keys.get(player) ?? new Uint8Array(32), (bytes) => new Uint8Array(bytes)),
  })
  const words = {
    name: sealedBy(owner, document.name),
    announcement: sealedBy(owner, document.announcement),
    downloadUrl: null,
    picture: null,
    rounds: document.rounds.map((round) => sealedBy(owner, round.name)),
  }
  const limits = { charts: 200, days: 366 }
  const by = (player: string) => ({ organiser: player, reason: sealedBy(owner, 'Too short').text })
  const publish = { type: 'publish', document, owner, words, limits, by: by(owner) } as const
  const published = given().when(publish)
  if ('refused' in published) throw new Error(published.message)
  const organisers = (of: string | null, ...others: string[]) =>
    ({ type: 'EventOrganisersChanged', data: { slug, owner: of, organisers: others } }) as const

  it('has its words sealed beside placeholders, which are left when their author is erased', () => {
    const { state } = given(...published)
    expect(state).toMatchObject({
      owner,
      document: { slug, name: slug, downloadUrl: null, rounds: [{ name: 'Round 1' }, { name: 'Round 2' }] },
    })
    expect(JSON.stringify(state)).not.toContain(document.announcement)
    if (!state.document) throw new Error('published')
    expect(withWords(state.document, state.words, keys)).toEqual({ ...document, downloadUrl: null })
    expect(withWords(state.document, state.words, new Map())).toEqual(state.document)
  })

  it('is published once, by whoever is first', () => {
    const others = Array.from({ length: 50 }, (_, nth) => ({ ...publish, owner: `${nth}` }))
    const atOnce = others.flatMap((command) => {
      const decided = given().when(command)
      return 'refused' in decided ? [] : decided.map((event) => ({ ...event, decidedOn: 0 }))
    })
    expect(atOnce).toHaveLength(50)
    expect(given(...atOnce).state).toMatchObject({ version: 1, owner: '0' })
    expect(given(...published).when(publish)).toMatchObject({ refused: 'taken' })
  })

  it('is changed by its organisers alone, and given on by its owner alone', () => {
    const story = given(...published, organisers(owner, organiser))
    for (const command of [
      { type: 'changePoints', points },
      { type: 'chooseCharts', round: 1, charts: [] },
      { type: 'changeWords', words: {} },
    ] as const) {
      for (const player of [owner, organiser])
        expect(story.when({ ...command, by: by(player) })).toHaveLength(1)
      expect(story.when({ ...command, by: by(other) })).toMatchObject({ refused: 'not-yours' })
    }
    const add = { type: 'passOn', organisers: [organiser, other, owner] } as const
    expect(story.when({ ...add, by: by(owner) })).toMatchObject([organisers(owner, organiser, other)])
    expect(story.when({ ...add, by: by(organiser) })).toMatchObject({ refused: 'not-yours' })
    expect(story.when({ type: 'list', pinned: true, by: by(owner) })).toMatchObject({ refused: 'not-yours' })
  })

  it('goes to a co-organiser, or to the site, when the account of its owner is deleted', () => {
    const leave = { type: 'leave', player: owner } as const
    const story = given(...published, organisers(owner, organiser, other), closed('c'))
    expect(story.when(leave)).toMatchObject([organisers(organiser, other)])
    expect(story.when({ type: 'leave', player: other })).toMatchObject([organisers(owner, organiser)])
    expect(story.when({ type: 'leave', player: operator })).toMatchObject({ refused: 'unchanged' })
    expect(given(...published).when(leave)).toMatchObject([organisers(null)])
    // It is not one of the site's own.
    expect(isOfSite(given(...published, organisers(null)).state)).toBe(false)
    expect(isOfSite(given(announced()).state)).toBe(true)
  })

  it('has a picture until it is replaced, removed, or the account of who chose it deleted', () => {
    const [blue, red] = ['b'.repeat(64), 'e'.repeat(64)]
    const decided = (story: ReturnType<typeof given>, picture: string | null) => {
      const sealed = picture === null ? null : sealedBy(owner, picture)
      const events = story.when({ type: 'changePoster', picture: sealed, by: by(owner) })
      if ('refused' in events) throw new Error(events.message)
      return events
    }
    const shown = ({ state }: ReturnType<typeof given>, of = keys) =>
      state.document && withWords(state.document, state.words, of).picture

    const withPicture = given().when({ ...publish, words: { ...words, picture: sealedBy(owner, blue) } })
    if ('refused' in withPicture) throw new Error(withPicture.message)
    const story = given(...withPicture)
    expect(JSON.stringify(story.state)).not.toContain(blue)
    expect(shown(story)).toBe(blue)
    expect(shown(story, new Map())).toBeUndefined()

    const recoloured = story.when({ type: 'changePoster', colour: 'red', by: by(owner) })
    if ('refused' in recoloured) throw new Error(recoloured.message)
    expect(shown(given(...withPicture, ...recoloured))).toBe(blue)
    expect(shown(given(...withPicture, ...decided(story, red)))).toBe(red)
    expect(shown(given(...withPicture, ...decided(story, null)))).toBeUndefined()
    expect(shown(given(...published, ...decided(given(...published), red)))).toBe(red)
    expect(story.when({ type: 'changePoster', picture: null, by: by(other) })).toMatchObject({
      refused: 'not-yours',
    })
    // Operators remove it, also after the closing.
    const final = [...withPicture, closed('c')]
    const removal = given(...final).when({
      type: 'list',
      pictureRemoved: true,
      by: { operator, reason: 'Rude' },
    })
    if ('refused' in removal) throw new Error(removal.message)
    const removed = given(...final, ...removal)
    expect([shown(removed), removed.state.closed?.closing, removed.state.hidden]).toEqual([
      undefined,
      'c',
      false,
    ])
    expect(story.when({ type: 'list', pictureRemoved: true, by: by(owner) })).toMatchObject({
      refused: 'not-yours',
    })
  })

  it('keeps the words of each author when another one changes some', () => {
    const story = given(...published, organisers(owner, organiser))
    const changed = story.when({
      type: 'changeWords',
      words: { name: sealedBy(organiser, 'Blue Shift 2') },
      by: by(organiser),
    })
    if ('refused' in changed) throw new Error(changed.message)
    const { state } = given(...published, organisers(owner, organiser), ...changed)
    if (!state.document) throw new Error('published')
    expect(withWords(state.document, state.words, keys)).toMatchObject({
      name: 'Blue Shift 2',
      announcement: document.announcement,
    })
    keys.delete(owner)
    expect(withWords(state.document, state.words, keys)).toMatchObject({
      name: 'Blue Shift 2',
      rounds: [{ name: 'Round 1' }, { name: 'Round 2' }],
    })
    expect(state.organisers).toEqual([organiser])
  })

  it('changes charts and rules of rounds that have not begun, and who finds it', () => {
    const story = given(...published)
    const choose = { type: 'chooseCharts', round: 2, charts: ['cccccccccccccccc'], by: by(owner) } as const
    expect(story.when({ ...choose, now: second.start })).toMatchObject({ refused: 'begun' })
    expect(story.when({ ...choose, now: second.start - 1 })).toHaveLength(1)
    const rules = (round: number, now: number) =>
      ({ type: 'changeRules', round, now, attempts: 'first', counted: 1, by: by(owner) }) as const
    expect(story.when(rules(1, first.start))).toMatchObject({ refused: 'begun' })
    expect(story.when(rules(3, 0))).toMatchObject({ refused: 'no-such-round' })
    const decided = [rules(1, first.start - 1), rules(2, second.start - 1)].flatMap((command) => {
      const events = story.when(command)
      return 'refused' in events ? [] : events
    })
    expect(decided).toHaveLength(2)
    const [changed] = decided
    if (!changed) throw new Error('changed')
    const { state } = given(...published, changed)
    expect(state.document?.rounds).toMatchObject([
      { attempts: 'first', counted: 1, cmod: true },
      { attempts: 'best', counted: null },
    ])
    expect(state.words).toEqual(story.state.words)

    const poster = story.when({ type: 'changePoster', access: 'address', by: by(owner) })
    expect(poster).toMatchObject([{ data: { owner, document: { access: 'address', colour: 'blue' } } }])
    expect(story.when({ type: 'changePoster', access: 'invitation', by: by(owner) })).toMatchObject({
      refused: 'invalid',
    })
    expect(story.when({ type: 'changePoster', colour: 'red', by: by(other) })).toMatchObject({
      refused: 'not-yours',
    })
  })

  it('counts without the plays that were taken out, until they are put back or it is closed', () => {
    const takenOut = (playId: number, out = true) =>
      ({ type: 'EventPlayTakenOut', data: { slug, playId, out } }) as const
    const takeOut = (playId: number, out = true) => ({ type: 'takeOut', playId, out, by: by(owner) }) as const
    const story = given(...published, takenOut(12), takenOut(7), takenOut(12))
    expect(story.state).toMatchObject({ takenOut: [7, 12], by: null })
    expect(story.when(takeOut(7))).toMatchObject({ refused: 'unchanged' })
    expect(story.when(takeOut(8, false))).toMatchObject({ refused: 'unchanged' })
    expect(story.when(takeOut(8))).toEqual([
      { type: 'EventPlayTakenOut', data: { slug, playId: 8, out: true, by: by(owner) } },
    ])
    expect(story.when({ ...takeOut(8), by: by(other) })).toMatchObject({ refused: 'not-yours' })
    expect(given(...published, takenOut(7), takenOut(7, false)).state).toMatchObject({ takenOut: [] })

    const final = given(...published, takenOut(7), closed('c'), takenOut(7, false))
    expect(final.state).toMatchObject({ takenOut: [7] })
    expect(final.when(takeOut(8))).toMatchObject({ refused: 'closed' })

    const full = Array.from({ length: maxTakenOut }, (_, i) => takenOut(i + 1))
    expect(given(...published, ...full).when(takeOut(maxTakenOut + 1))).toMatchObject({ refused: 'too-many' })
  })

  it('stays within the limits of organisers, unless an operator changes it', () => {
    const command: CompetitionCommand = {
      type: 'chooseCharts',
      round: 1,
      charts: ['1111111111111111', '2222222222222222'],
      limits: { charts: 2, days: 366 },
      by: by(owner),
    }
    expect(given(...published).when(command)).toMatchObject({ refused: 'limit' })
    expect(given(...published).when({ ...command, charts: [] })).toHaveLength(1)
    const { limits: _, ...unlimited } = command
    expect(given(...published).when({ ...unlimited, by: { operator, reason: null } })).toHaveLength(1)
    const short = { charts: 200, days: 13 }
    expect(given().when({ ...publish, limits: short })).toMatchObject({ refused: 'limit' })
  })

  it('is hidden, pinned and transferred by operators, also when it is closed; never announced in clear text', () => {
    const over = given(...published, closed('c'))
    const byOperator = { operator, reason: 'Spam' }
    const hidden = over.when({ type: 'list', hidden: true, by: byOperator })
    expect(hidden).toEqual([
      { type: 'EventListingChanged', data: { slug, hidden: true, pinned: false, by: byOperator } },
    ])
    expect(over.when({ type: 'list', pictureRemoved: true, by: byOperator })).toMatchObject({
      refused: 'unchanged',
    })
    expect(over.when({ type: 'passOn', owner: null, by: byOperator })).toMatchObject([organisers(null)])
    expect(over.when({ type: 'passOn', organisers: [other], by: by(owner) })).toMatchObject({
      refused: 'closed',
    })
    expect(given(...published).when({ type: 'announce', document, by: byOperator })).toMatchObject({
      refused: 'not-of-site',
    })
  })
})
