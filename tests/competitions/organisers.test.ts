import { getCompetitionStandings, listCompetitions } from '@stepledger/contracts/http/competitions.ts'
import { getHome } from '@stepledger/contracts/http/home.ts'
import {
  type CompetitionDraft,
  changeOrganisedCompetition,
  competitionDraft,
  type DraftDocument,
  draftDocument,
  getCompetitionHistory,
  listOrganisedCompetitions,
  previewCompetitionDraft,
} from '@stepledger/contracts/http/organised-competitions.ts'
import { getPlayStandings } from '@stepledger/contracts/http/plays.ts'
import { listTakenOutPlays } from '@stepledger/contracts/http/taken-out-plays.ts'
import { deleteKeptNames } from '@stepledger/services/accounts/erasure/erase-player.ts'
import { competitionStreams } from '@stepledger/services/competition-streams.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { smallPlay } from '../generators/small-play.ts'
import { newPlayer, type Player } from '../system/client.ts'
import { type CompetitionServer, startCompetitionServer } from './competition-server.ts'
import { operatorOf, organisersCalls, organisersOf } from './organisers-calls.ts'

const day = 86_400_000
const now = Date.now()
const iso = (ms: number) => new Date(ms).toISOString()
const [first, second] = ['a'.repeat(16), 'b'.repeat(16)]

const text = 'Twelve hours, two charts, no sleep.'
/** The second of its rounds goes on. */
const document = draftDocument.parse({
  slug: 'night-shift',
  name: 'Night Shift',
  announcement: text,
  rounds: [
    { name: 'Dusk', start: iso(now - 2 * day), end: iso(now - day), charts: [first] },
    { name: 'Dawn', start: iso(now - day), end: iso(now + day), charts: [second] },
  ],
} satisfies Partial<Record<keyof DraftDocument, unknown>>)

describe('a player who organises an event', () => {
  let server: CompetitionServer
  /** Ada organises, Ben helps, Zoe has not confirmed her address, Kim operates the site. */
  let ada: Player
  let ben: Player
  let zoe: Player
  let kim: Player
  const { ask, errorOf, newDraft, page } = organisersCalls(() => server)
  const own = async (by: Player) =>
    listOrganisedCompetitions.answer.parse((await ask('/api/organised-events', by)).body)
  const change = (by: Player, body: object) => ask('/api/event/night-shift/change', by, body)
  const changed = async (by: Player, body: object) =>
    changeOrganisedCompetition.answer.parse((await change(by, body)).body)
  const act = (what: string, input: object, reason = 'Its name insults a player') =>
    ask(`/api/admin/event/${what}`, kim, { input, reason })

  beforeAll(async () => {
    server = await startCompetitionServer()
    ;[ada, ben] = (await organisersOf(server, 'ada', 'ben')) as [Player, Player]
    kim = await operatorOf(server, 'kim')
    zoe = await newPlayer(server.url, 'zoe')
    const play = (playId: number, { id: player }: Player, chart: string, offset: number, at: number) =>
      smallPlay({ playId, player, chart, offset, at })
    await server.play([
      play(1, ada, first, 0.01, now - 1.5 * day),
      play(2, ada, second, 0.06, now - 0.5 * day),
      play(3, ben, first, 0.03, now - 1.5 * day),
      play(4, ben, second, 0.001, now - 0.9 * day),
    ])
    for (const id of [2, 4])
      await vi.waitUntil(async () => (await ask(`/api/play/${id}`, null)).status === 200, { timeout: 30_000 })
  })
  afterAll(() => server.stop())

  it('prepares a draft that others neither see nor overwrite', async () => {
    expect((await own(zoe)).cannotPublish).toContain('Confirm your email')
    const draft = await newDraft(ada, { name: 'Night Shift', slug: 'night-shift' })
    expect(draft).toMatchObject({ version: 1, document: { rounds: [], boards: ['HardEX', 'EX', 'ITG'] } })
    const path = `/api/event-drafts/${draft.id}`

    const saved = await ask(path, ada, { version: 1, document }, 'PUT')
    expect(competitionDraft.parse(saved.body)).toMatchObject({
      version: 2,
      document: { name: 'Night Shift' },
    })
    for (const version of [1, 2_147_483_647])
      expect((await ask(path, ada, { version, document }, 'PUT')).status).toBe(409)
    expect((await ask(path, ben)).status).toBe(404)
    expect((await ask(path, ben, undefined, 'DELETE')).status).toBe(404)
    expect(await errorOf(ask('/api/event-drafts', ben, { document: { slug: 'night-shift' } }))).toEqual([
      409,
      'document.slug',
      'The address /event/night-shift is taken',
    ])
    expect(await own(ada)).toMatchObject({
      drafts: [{ slug: 'night-shift', rounds: 2, charts: 2, version: 2 }],
      events: [],
      limits: { events: { max: 3, left: 3 }, drafts: { max: 10, left: 9 } },
      cannotPublish: null,
    })
  })

  it('learns what is missing in it', async () => {
    const { id, version } = await newDraft(ben, { rounds: [{ name: 'One', start: iso(now) }] })
    const preview = await ask(`/api/event-drafts/${id}/preview`, ben, undefined, 'POST')
    const { errors, standings } = previewCompetitionDraft.answer.parse(preview.body)
    expect(standings).toBeNull()
    expect(errors).toEqual(
      expect.arrayContaining([
        { field: 'name', reason: 'is required' },
        { field: 'announcement', reason: 'is required' },
        { field: 'rounds.0.end', reason: 'is required' },
      ]),
    )
    expect((await ask(`/api/event-drafts/${id}/publish`, ben, { version })).status).toBe(422)
    expect((await ask(`/api/event-drafts/${id}`, ben, undefined, 'DELETE')).status).toBe(200)
  })

  it('sees it as if it had just run, then publishes it with sealed words', async () => {
    const [draft] = (await own(ada)).drafts
    if (!draft) throw new Error('a draft')
    const path = `/api/event-drafts/${draft.id}`
    const previewed = await ask(`${path}/preview`, ada, undefined, 'POST')
    const { errors, warnings, standings } = previewCompetitionDraft.answer.parse(previewed.body)
    expect(errors).toEqual([])
    expect(warnings).toEqual(expect.arrayContaining([expect.stringContaining('known from plays only')]))
    // A day earlier, only the plays on the second chart are within their round.
    expect(standings?.participants).toBe(2)
    expect(standings?.leaderboards[0]).toMatchObject({
      leaderboard: 'HardEX',
      rankings: [
        { rank: 1, userAlias: 'ben', totalPoints: 10_000, chartsPlayed: 1 },
        { rank: 2, userAlias: 'ada', totalPoints: 9_231, chartsPlayed: 1 },
      ],
    })

    const published = await ask(`${path}/publish`, ada, { version: draft.version })
    expect(published).toMatchObject({ status: 200, body: { slug: 'night-shift', shown: true } })
    expect((await ask(path, ada)).status).toBe(404)
    expect(await page()).toMatchObject({
      name: 'Night Shift',
      announcement: text,
      owner: { alias: 'ada' },
      organisers: [],
      rounds: [{ name: 'Dusk' }, { name: 'Dawn' }],
      participants: 2,
    })
    const inLedger: Buffer[] = []
    for await (const batch of server.ledger.read('rules', [0]))
      inLedger.push(...batch.map(({ bytes }) => Buffer.from(bytes)))
    for (const word of ['Night Shift', text, 'Dusk'])
      expect(Buffer.concat(inLedger).includes(Buffer.from(word))).toBe(false)

    expect(listCompetitions.answer.parse((await ask('/api/events', null)).body).events).toMatchObject([
      { slug: 'night-shift', name: 'Night Shift', owner: { alias: 'ada' }, pinned: false },
    ])
    // The site shows only its own there.
    expect(getHome.answer.parse((await ask('/api/blueshift', null)).body).event).toBeNull()
  })

  it('keeps address and name to itself', async () => {
    const taken = await errorOf(ask('/api/event-drafts', ben, { document: { slug: 'night-shift' } }))
    expect(taken.slice(0, 2)).toEqual([409, 'document.slug'])
    const { id } = await newDraft(ben, { ...document, slug: 'nightshift', name: 'N1GHT SHIFT' })
    const preview = await ask(`/api/event-drafts/${id}/preview`, ben, undefined, 'POST')
    expect(previewCompetitionDraft.answer.parse(preview.body).errors).toEqual([
      { field: 'name', reason: 'looks like that of another event' },
    ])
    await ask(`/api/event-drafts/${id}`, ben, undefined, 'DELETE')
  })

  it('changes it, together with a co-organiser, and all see when, what and why', async () => {
    const longer = { type: 'window', round: 1, end: iso(now - 1.4 * day) }
    expect((await change(ben, { change: longer, dryRun: true })).status).toBe(403)
    expect((await change(ada, { change: longer })).status).toBe(422)
    const { plan, confirms, done } = await changed(ada, { change: longer, dryRun: true })
    expect(done).toBeNull()
    expect(plan.differences).toEqual([expect.stringMatching(/^Dusk: ends .* UTC → /)])
    expect(await errorOf(change(ada, { change: longer, reason: 'As (BEN) asked' }))).toEqual([
      422,
      'reason',
      "A reason can't name players, and ben is one",
    ])
    const reason = 'The arcade closed early'
    expect((await changed(ada, { change: longer, reason, confirms })).done).toMatchObject({ shown: true })
    expect((await change(ada, { change: longer, reason, confirms })).status).toBe(409)

    const helpers = { type: 'organisers', organisers: [ben.id] }
    expect((await changed(ada, { change: helpers, reason: 'A bench of two' })).plan.differences).toEqual([
      'co-organisers: nobody → ben',
    ])
    expect((await change(ben, { change: { ...helpers, organisers: [] }, reason })).status).toBe(403)
    const words = { type: 'words', rounds: ['Dusk', 'Dawn (last chance)'] }
    expect((await changed(ben, { change: words, reason: 'Hurry' })).done).not.toBeNull()

    expect(await page()).toMatchObject({
      organisers: [{ alias: 'ben' }],
      rounds: [{ name: 'Dusk' }, { name: 'Dawn (last chance)' }],
    })
    expect(await own(ben)).toMatchObject({ events: [{ slug: 'night-shift', role: 'organiser' }] })
    const history = await ask('/api/event/night-shift/history', null)
    const { changes } = getCompetitionHistory.answer.parse(history.body)
    expect(changes.map(({ user, what, reason }) => [user?.alias, what[0], reason])).toEqual([
      ['ben', 'Dawn: called Dawn (last chance)', 'Hurry'],
      ['ada', 'Co-organisers: 1 added', 'A bench of two'],
      ['ada', expect.stringMatching(/^Dusk: ends .* UTC → /), reason],
      ['ada', 'Published', null],
    ])
  })

  it('takes a play out of it alone, for all to see, and operators put it back', async () => {
    const first = async () => {
      const { body } = await ask('/api/event/night-shift/standings?round=2', null)
      return getCompetitionStandings.answer.parse(body).rankings.map(({ userAlias }) => userAlias)[0]
    }
    const verdict = async () => {
      const { body } = await ask('/api/play/4/standings', null)
      const { standings, events } = getPlayStandings.answer.parse(body)
      return [standings.length, events.flatMap(({ reasons }) => reasons.map(({ code }) => code))]
    }
    const takenOut = async () =>
      listTakenOutPlays.answer.parse((await ask('/api/event/night-shift/taken-out', null)).body).plays
    const { body: before } = await ask('/api/play/4/standings', null)
    const boards = getPlayStandings.answer.parse(before).standings.length
    expect(boards).toBeGreaterThan(0)
    expect([await first(), await verdict()]).toEqual(['ben', [boards, []]])

    const out = { type: 'play', playId: 4, out: true }
    expect(await errorOf(change(ada, { change: { ...out, playId: 999 }, dryRun: true }))).toEqual([
      422,
      'change.playId',
      'There is no play 999 on a chart of this event',
    ])
    const { plan } = await changed(ada, { change: out, dryRun: true })
    expect(plan).toMatchObject({ players: 2, differences: ['play 4: counts → taken out'] })
    const naming = await errorOf(change(ada, { change: out, reason: 'Ben used a keyboard' }))
    expect(naming.slice(0, 2)).toEqual([422, 'reason'])
    const reason = 'Played with the wrong steps'
    expect((await changed(ada, { change: out, reason })).done).toMatchObject({ shown: true })
    expect((await change(ada, { change: out, reason })).status).toBe(409)
    expect([await first(), await verdict()]).toEqual(['ada', [boards, ['taken-out']]])
    expect(await takenOut()).toMatchObject([{ playId: 4, chart: { hash: second }, user: { alias: 'ben' } }])
    const history = await ask('/api/event/night-shift/history', null)
    expect(getCompetitionHistory.answer.parse(history.body).changes[0]).toMatchObject({
      what: ['Play 4 on Song: taken out'],
      playId: 4,
      reason,
      user: { alias: 'ada' },
    })

    const undo = { slug: 'night-shift', play: 4, undo: true }
    expect(await errorOf(act('take-out', undo, "It was not ben's fault"))).toEqual([
      422,
      'reason',
      "A reason can't name players, and ben is one",
    ])
    expect((await act('take-out', undo)).status).toBe(200)
    expect([await first(), await verdict(), await takenOut()]).toEqual(['ben', [boards, []], []])
  })

  it('changes charts and rules of a coming round, its colour and who finds it; a round that has begun keeps both', async () => {
    const rules = { type: 'rules', round: 2, attempts: 'first', cmod: false }
    const charts = { type: 'charts', round: 2, charts: [second, first] }
    for (const [what, each] of [
      ['rules', rules],
      ['charts', charts],
    ] as const)
      expect(await errorOf(change(ada, { change: each, dryRun: true }))).toEqual([
        409,
        null,
        `Round 2 has begun. Its ${what} can't be changed any more.`,
      ])
    const coming = { ...document, slug: 'day-shift', name: 'Day Shift' }
    const later = coming.rounds.map((round) => ({
      ...round,
      start: iso(Date.parse(round.start ?? '') + 3 * day),
      end: iso(Date.parse(round.end ?? '') + 3 * day),
    }))
    const { id, version } = await newDraft(ben, { ...coming, rounds: later })
    expect((await ask(`/api/event-drafts/${id}/publish`, ben, { version })).status).toBe(200)
    const reason = 'So that all have the same chance'
    for (const each of [charts, rules, { type: 'poster', colour: 'red', access: 'address' }])
      expect((await ask('/api/event/day-shift/change', ben, { change: each, reason })).status).toBe(200)
    expect(await page(null, 'day-shift')).toMatchObject({
      name: 'Day Shift',
      colour: 'red',
      access: 'address',
      rounds: [
        { attempts: 'best', cmod: true },
        { attempts: 'first', counted: null, cmod: false },
      ],
    })
    const history = await ask('/api/event/day-shift/history', null)
    const { changes } = getCompetitionHistory.answer.parse(history.body)
    expect(changes.map(({ what }) => what)).toEqual([
      ['No longer in lists', 'Colour'],
      ['Dawn: only first attempts count', "Dawn: CMod isn't allowed"],
      ['Dawn: added Song'],
      ['Published'],
    ])
  })

  it('has its standings as a file', async () => {
    const file = await fetch(`${server.url}/api/event/night-shift/standings.csv?round=2&leaderboard=EX`)
    expect([file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      'text/csv; charset=utf-8',
      'attachment; filename="night-shift.csv"',
    ])
    expect((await file.text()).split('\r\n')).toEqual([
      'rank,player,player_id,points,charts',
      `1,"ben","${ben.id}",10000,1`,
      `2,"ada","${ada.id}",9231,1`,
      '',
    ])
    expect((await ask('/api/event/night-shift/standings.csv?round=3', null)).status).toBe(404)
  })

  it('has one in no list, for those with its address', async () => {
    const { id, version } = await newDraft(ada, {
      ...document,
      slug: 'for-friends',
      name: 'Birthday',
      access: 'address',
    })
    expect((await ask(`/api/event-drafts/${id}/publish`, ada, { version })).status).toBe(200)
    expect(await page(null, 'for-friends')).toMatchObject({ name: 'Birthday', access: 'address' })
    const { events } = listCompetitions.answer.parse((await ask('/api/events', null)).body)
    expect(events.map(({ slug }) => slug)).toEqual(['night-shift'])
  })

  it('has at most three that are not final, and ten drafts', async () => {
    const drafts = await Promise.all(
      ['Morning', 'Noon', 'Evening'].map((name) =>
        newDraft(ada, { ...document, name, slug: name.toLowerCase() }),
      ),
    )
    const at = ({ id, version }: CompetitionDraft) => ask(`/api/event-drafts/${id}/publish`, ada, { version })
    const published = await Promise.all(drafts.map(at))
    expect(published.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await own(ada)).toMatchObject({
      limits: { events: { left: 0 } },
      cannotPublish: 'You can have up to 3 events that are not final yet.',
    })
    const created = await Promise.all(
      Array.from({ length: 11 }, () => ask('/api/event-drafts', ben, { document: {} })),
    )
    expect(created.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 409])
    for (const { id } of (await own(ben)).drafts)
      await ask(`/api/event-drafts/${id}`, ben, undefined, 'DELETE')
  })

  it('is subject to operators, who pin it, hide it and transfer it', async () => {
    expect((await act('pin', { slug: 'night-shift' })).status).toBe(200)
    expect(getHome.answer.parse((await ask('/api/blueshift', null)).body).event).toMatchObject({
      slug: 'night-shift',
      pinned: true,
    })
    expect((await act('hide', { slug: 'night-shift' })).status).toBe(200)
    expect(await errorOf(ask('/api/event/night-shift', null))).toEqual([
      404,
      null,
      'This event is hidden by the site',
    ])
    for (const path of ['standings', 'standings.csv', 'taken-out', 'history'])
      expect((await ask(`/api/event/night-shift/${path}`, zoe)).status).toBe(404)
    for (const by of [ada, ben, kim]) expect(await page(by)).toMatchObject({ hidden: true })
    const standings = await ask('/api/event/night-shift/standings', ben)
    expect(getCompetitionStandings.answer.parse(standings.body).meta.total).toBe(2)
    expect((await act('hide', { slug: 'night-shift', undo: true })).status).toBe(200)
    const history = getCompetitionHistory.answer.parse(
      (await ask('/api/event/night-shift/history', null)).body,
    )
    expect(history.changes.slice(0, 3).map(({ by, what, reason }) => [by, what, reason])).toEqual([
      ['site', ['Shown again'], 'Its name insults a player'],
      ['site', ['Hidden'], 'Its name insults a player'],
      ['site', ['Pinned'], 'Its name insults a player'],
    ])
    const toBen = { slug: 'for-friends', alias: 'ben' }
    expect((await errorOf(act('owner', toBen, 'Ben asked'))).slice(0, 2)).toEqual([422, 'reason'])
    expect((await act('owner', toBen)).status).toBe(200)
    expect(await page(null, 'for-friends')).toMatchObject({ owner: { alias: 'ben' } })
  })

  it('leaves it to a co-organiser when the account is deleted, and the name alone stays while it runs', async () => {
    await newDraft(ada, { name: 'Never published' })
    const erased = await ask('/api/admin/erase', kim, { input: { alias: 'ada' }, reason: 'Asked by mail' })
    expect(erased.status).toBe(200)
    // Pages are cached for a moment where a notice is lost.
    await vi.waitUntil(async () => (await page()).owner?.alias === 'ben', { timeout: 30_000 })
    expect(await page()).toMatchObject({
      name: 'Night Shift',
      announcement: expect.stringContaining('deleted'),
      rounds: [{ name: 'Round 1' }, { name: 'Dawn (last chance)' }],
      organisers: [],
    })
    expect(await own(ben)).toMatchObject({
      events: expect.arrayContaining([
        expect.objectContaining({ slug: 'night-shift', name: 'Night Shift', role: 'owner' }),
      ]),
    })
    const { rows } = await server.database.pool.query('select from competitions.drafts')
    expect(rows).toEqual([])
    const colour = { type: 'poster', colour: 'teal' }
    expect((await change(ben, { change: colour, reason: 'A new start' })).status).toBe(200)

    // Without co-organisers the site has it, which is not on home for that.
    const erasedToo = await ask('/api/admin/erase', kim, { input: { alias: 'ben' }, reason: 'Asked by mail' })
    expect(erasedToo.status).toBe(200)
    await vi.waitUntil(async () => (await page()).owner === null, { timeout: 30_000 })
    expect(await page()).toMatchObject({ name: 'Night Shift', ofSite: true, pinned: true })
    expect(await page(null, 'day-shift')).toMatchObject({ name: 'Day Shift', owner: null, ofSite: false })
    // And the name goes once it is closed.
    const keptNames = async () =>
      (
        await server.database.pool.query('select slug from accounts.kept_names where slug = $1', [
          'day-shift',
        ])
      ).rowCount
    const competitions = competitionStreams(server.ledger)
    await deleteKeptNames({ database: server.database, competitions })
    expect(await keptNames()).toBe(1)
    const closing = '00000000-0000-4000-8000-00000000000c'
    await server.say({
      ...{ id: closing, type: 'EventClosed', v: 1, at: now, key: 'day-shift' },
      data: {
        ...{ slug: 'day-shift', closing, checkpoint: [], rulesOffset: 0, charts: 0, scores: 0 },
        digest: '0'.repeat(64),
      },
    })
    await vi.waitUntil(async () => (await page(null, 'day-shift')).name === 'day-shift', { timeout: 30_000 })
    await deleteKeptNames({ database: server.database, competitions })
    expect(await keptNames()).toBe(0)
  })
})
