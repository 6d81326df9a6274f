import { maxInvitations } from '@stepledger/contracts/competition/participation.ts'
import { getCompetitionStandings, listCompetitions } from '@stepledger/contracts/http/competitions.ts'
import { listNotifications } from '@stepledger/contracts/http/notifications.ts'
import {
  competitionDraft,
  type DraftDocument,
  draftDocument,
  previewCompetitionDraft,
} from '@stepledger/contracts/http/organised-competitions.ts'
import {
  decideParticipants,
  getInvitation,
  getParticipation,
  listInvitations,
  listOwnCompetitions,
  listParticipants,
  listPlayerResults,
} from '@stepledger/contracts/http/participation.ts'
import { listSessionCompetitions } from '@stepledger/contracts/http/play-sessions.ts'
import { getPlayStandings } from '@stepledger/contracts/http/plays.ts'
import { errorAnswer } from '@stepledger/contracts/http/route.ts'
import { positionHeader } from '@stepledger/contracts/ledger/position.ts'
import { grantPermission } from '@stepledger/services/accounts/operations/serve-operated-players.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { announced, competition } from '../generators/competition.ts'
import { smallPlay } from '../generators/small-play.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { type CompetitionServer, startCompetitionServer } from './competition-server.ts'

const day = 86_400_000
const now = Date.now()
const iso = (ms: number) => new Date(ms).toISOString()
const chart = 'a'.repeat(16)

const documentOf = (access: DraftDocument['access'], slug: string, name: string) =>
  draftDocument.parse({
    slug,
    name,
    announcement: 'One chart, one night.',
    access,
    rounds: [{ name: 'Dusk', start: iso(now - day), end: iso(now + day), charts: [chart] }],
  })

describe('taking part in an event', () => {
  let server: CompetitionServer
  /** Ada organises with Ben; Cleo, Dan and Eve play; Kim operates the site. */
  let ada: Player
  let ben: Player
  let cleo: Player
  let dan: Player
  let eve: Player
  let kim: Player
  const send = (
    path: string,
    by: Player | null,
    { body, method, after }: { body?: unknown; method?: string; after?: string } = {},
  ) =>
    call(`${server.url}${path}`, {
      ...(by && { token: by.token }),
      ...(body !== undefined && { body }),
      ...(method !== undefined && { method }),
      ...(after !== undefined && { headers: { [positionHeader]: after } }),
    })
  const errorOf = async (answer: ReturnType<typeof send>) => {
    const { status, body } = await answer
    return [status, errorAnswer.parse(body).error]
  }
  const publish = async (document: DraftDocument) => {
    const { id } = competitionDraft.parse((await send('/api/event-drafts', ada, { body: { document } })).body)
    const preview = await send(`/api/event-drafts/${id}/preview`, ada, { method: 'POST' })
    const published = await send(`/api/event-drafts/${id}/publish`, ada, { body: { version: 1 } })
    expect(published).toMatchObject({ status: 200, body: { shown: true } })
    return previewCompetitionDraft.answer.parse(preview.body)
  }
  const takePart = (slug: string, by: Player | null, body = {}) =>
    send(`/api/event/${slug}/participation`, by, { body })
  const leave = (slug: string, by: Player) =>
    send(`/api/event/${slug}/participation`, by, { method: 'DELETE' })
  const statusOf = async (slug: string, by: Player, after?: string) => {
    const answer = await send(`/api/event/${slug}/participation`, by, after === undefined ? {} : { after })
    const { status, takesPart } = getParticipation.answer.parse(answer.body)
    return [status, takesPart]
  }
  /** The status after a write. */
  const became = async (slug: string, by: Player, answer: Awaited<ReturnType<typeof send>>) => {
    expect(answer.status).toBe(200)
    return statusOf(slug, by, answer.headers.get(positionHeader) ?? undefined)
  }
  const decide = async (by: Player, accepted: boolean, ...players: readonly Player[]) =>
    send('/api/event/by-list/participants', by, { body: { players: players.map(({ id }) => id), accepted } })
  const listed = async (by: Player, status: string) => {
    const answer = await send(`/api/event/by-list/participants?status=${status}`, by)
    const { players, meta } = listParticipants.answer.parse(answer.body)
    expect(players).toHaveLength(meta.total)
    return players.map(({ user }) => user.alias)
  }
  const standings = async (slug: string) =>
    getCompetitionStandings.answer
      .parse((await send(`/api/event/${slug}/standings`, null)).body)
      .rankings.map(({ userAlias }) => userAlias)
  const standingsBecome = (slug: string, aliases: readonly string[]) =>
    expect.poll(() => standings(slug), { timeout: 30_000 }).toEqual(aliases)
  const reasonsOf = async (playId: number) =>
    Object.fromEntries(
      getPlayStandings.answer
        .parse((await send(`/api/play/${playId}/standings`, null)).body)
        .events.map(({ slug, reasons }) => [slug, reasons.map(({ code }) => code)]),
    )

  beforeAll(async () => {
    server = await startCompetitionServer()
    const players = await Promise.all(
      ['ada', 'ben', 'cleo', 'dan', 'eve', 'kim'].map((alias) => newPlayer(server.url, alias)),
    )
    ;[ada, ben, cleo, dan, eve, kim] = players as [Player, Player, Player, Player, Player, Player]
    await server.database.pool.query(
      "update accounts.players set email_verified_at = now() where alias = 'ada'",
    )
    await grantPermission(server.database, 'kim', 'ledger.operate')
    await server.play(
      [ada, cleo, dan, eve].map(({ id: player }, i) =>
        smallPlay({ playId: i + 1, player, chart, offset: i * 0.02, at: now - 1_000 + i }),
      ),
    )
    await vi.waitUntil(async () => (await send('/api/play/4', null)).status === 200, { timeout: 30_000 })
  })
  afterAll(() => server.stop())

  it('is by list: who asks waits, and counts with earlier plays once accepted', async () => {
    // Given an event whose draft was previewed as if everybody had taken part
    const { standings: previewed } = await publish(documentOf('accepted', 'by-list', 'By list'))
    expect(previewed?.participants).toBe(4)
    const organisers = { type: 'organisers', organisers: [ben.id] }
    await send('/api/event/by-list/change', ada, { body: { change: organisers, reason: 'A bench of two' } })
    expect(await standings('by-list')).toEqual([])
    expect((await reasonsOf(2))['by-list']).toEqual(['not-in'])
    expect(await statusOf('by-list', cleo)).toEqual([null, false])
    // when three players ask,
    for (const by of [cleo, dan, eve])
      expect(await became('by-list', by, await takePart('by-list', by))).toEqual(['asked', false])
    expect(await errorOf(takePart('by-list', cleo))).toEqual([409, 'You asked already'])
    expect(await listed(ben, 'asked')).toEqual(['cleo', 'dan', 'eve'])
    // and one takes it back, one is accepted and one refused,
    expect(await became('by-list', eve, await leave('by-list', eve))).toEqual(['cancelled', false])
    const accepted = await decide(ben, true, cleo, eve)
    expect(decideParticipants.answer.parse(accepted.body)).toEqual({
      decided: 1,
      left: [{ userId: eve.id, reason: expect.stringContaining('took the request back') }],
    })
    expect((await decide(ada, false, dan)).status).toBe(200)
    expect([await listed(ada, 'asked'), await listed(ada, 'in'), await listed(ada, 'refused')]).toEqual([
      [],
      ['cleo'],
      ['dan'],
    ])
    // then the play from before counts, who was refused can't ask again, and the one accepted is told.
    await standingsBecome('by-list', ['cleo'])
    expect((await reasonsOf(2))['by-list']).toEqual([])
    expect(await errorOf(takePart('by-list', dan))).toEqual([409, "The organisers didn't accept you"])
    const told = async (by: Player) =>
      listNotifications.answer
        .parse((await send('/api/notifications?kinds=accepted', by)).body)
        .notifications.map((each) => each.kind === 'accepted' && each.name)
    expect(await told(cleo)).toEqual(['By list'])
    expect(await told(dan)).toEqual([])
  })

  it('ends when a player leaves, who may come back', async () => {
    expect(await became('by-list', cleo, await leave('by-list', cleo))).toEqual(['left', false])
    await standingsBecome('by-list', [])
    expect(await became('by-list', cleo, await takePart('by-list', cleo))).toEqual(['in', true])
    await standingsBecome('by-list', ['cleo'])
    // The organisers may change their mind both ways.
    expect((await decide(ada, false, cleo)).status).toBe(200)
    await standingsBecome('by-list', [])
    expect((await decide(ada, true, cleo, dan)).status).toBe(200)
    await standingsBecome('by-list', ['cleo', 'dan'])
  })

  it('is by invitation: with the code of the link, until it is renewed', async () => {
    await publish(documentOf('invitation', 'by-link', 'By link'))
    const code = async (by: Player, method = 'GET') =>
      getInvitation.answer.parse((await send('/api/event/by-link/invitation', by, { method })).body).code
    expect(await code(ada)).toBeNull()
    const first = await code(ada, 'POST')
    expect(await code(ada)).toBe(first)
    const refused = [403, 'This invitation link is no longer valid']
    expect(await errorOf(takePart('by-link', cleo))).toEqual(refused)
    expect(await became('by-link', cleo, await takePart('by-link', cleo, { invitation: first }))).toEqual([
      'in',
      true,
    ])
    // Who has opened the link finds the event again, until the link is renewed, and then until joining.
    const open = (by: Player, invitation: string | null) =>
      send('/api/event/by-link/invited', by, { method: 'PUT', body: { invitation } })
    const invited = async (by: Player) =>
      listInvitations.answer.parse((await send('/api/invitations', by)).body).invitations
    expect(await errorOf(open(dan, '0'.repeat(32)))).toEqual(refused)
    expect(await invited(dan)).toEqual([])
    expect((await open(dan, first)).status).toBe(200)
    expect((await open(dan, first)).status).toBe(200)
    expect(await invited(dan)).toMatchObject([
      { slug: 'by-link', name: 'By link', owner: 'ada', phase: 'running', code: first },
    ])
    const second = await code(ada, 'POST')
    expect(await invited(dan)).toEqual([])
    expect((await open(dan, second)).status).toBe(200)
    // A dismissed invitation stays valid, but is listed only when its link is opened again.
    const dismissed = await send('/api/event/by-link/invited', dan, { method: 'DELETE' })
    expect([dismissed.status, await invited(dan)]).toEqual([200, []])
    expect((await open(dan, second)).status).toBe(200)
    expect((await invited(dan)).map((each) => each.code)).toEqual([second])
    expect(await errorOf(takePart('by-link', dan, { invitation: first }))).toEqual(refused)
    expect((await takePart('by-link', dan, { invitation: second })).status).toBe(200)
    expect(await invited(dan)).toEqual([])
    // At most so many are kept, the latest.
    const { pool } = server.database
    await pool.query(
      `insert into competitions.invited select $1, 'earlier-' || n, $2, now() - n * interval '1 minute' from generate_series(1, $3) n`,
      [eve.id, second, maxInvitations],
    )
    expect((await open(eve, second)).status).toBe(200)
    const { rows } = await pool.query<{ slug: string }>(
      'select slug from competitions.invited where player = $1',
      [eve.id],
    )
    const slugs = rows.map(({ slug }) => slug)
    expect(slugs).toHaveLength(maxInvitations)
    expect(slugs).toContain('by-link')
    expect(slugs).not.toContain(`earlier-${maxInvitations}`)
    await standingsBecome('by-link', ['cleo', 'dan'])
    // Its organisers need no link.
    expect(await became('by-link', ada, await takePart('by-link', ada))).toEqual(['in', true])
    await standingsBecome('by-link', ['ada', 'cleo', 'dan'])
    // It is in no list, and no code is in the ledger.
    const { events } = listCompetitions.answer.parse((await send('/api/events', null)).body)
    expect(events.map(({ slug }) => slug)).not.toContain('by-link')
    const ledger: Buffer[] = []
    for (const topic of ['rules', 'events'] as const)
      for await (const batch of server.ledger.read(topic, [0]))
        ledger.push(...batch.map(({ bytes }) => Buffer.from(bytes)))
    expect(Buffer.concat(ledger).includes(Buffer.from(second ?? ''))).toBe(false)
    expect(await errorOf(send('/api/event/by-list/invitation', ada, { method: 'POST' }))).toEqual([
      409,
      'Nobody needs an invitation to this event',
    ])
  })

  it('needs nothing where everybody may, but one can leave', async () => {
    await publish(documentOf('everybody', 'for-all', 'For all'))
    await standingsBecome('for-all', ['ada', 'cleo', 'dan', 'eve'])
    expect(await statusOf('for-all', eve)).toEqual([null, true])
    expect(await became('for-all', eve, await leave('for-all', eve))).toEqual(['left', false])
    await standingsBecome('for-all', ['ada', 'cleo', 'dan'])
    expect((await reasonsOf(4))['for-all']).toEqual(['not-in'])
    expect(await became('for-all', eve, await takePart('for-all', eve))).toEqual(['in', true])
    await standingsBecome('for-all', ['ada', 'cleo', 'dan', 'eve'])
    // Those of the site are for everybody, always.
    const rounds = [{ name: 'Round 1', start: now - day, end: now + day, charts: [chart] }]
    await server.say(announced(competition({ slug: 'blue-shift', rounds })))
    await standingsBecome('blue-shift', ['ada', 'cleo', 'dan', 'eve'])
    for (const answer of [takePart('blue-shift', eve), leave('blue-shift', eve)])
      expect(await errorOf(answer)).toEqual([409, 'Events of the site are for everybody'])
  })

  it('is listed: for oneself all of it, for others what is in lists', async () => {
    const own = async (by: Player) =>
      listOwnCompetitions.answer
        .parse((await send('/api/own-events', by)).body)
        .events.map(({ event, status, place }) => [event.slug, status, place?.rank ?? null])
        .sort()
    expect(await own(cleo)).toEqual([
      ['blue-shift', null, 2],
      ['by-link', 'in', 2],
      ['by-list', 'in', 1],
    ])
    // Not those in which one has points without having chosen so.
    expect(await own(ada)).toEqual([
      ['blue-shift', null, 1],
      ['by-link', 'in', 1],
    ])
    // A session shows those in which its plays count, to its player alone.
    const ofSession = async (by: Player, playId: number) =>
      listSessionCompetitions.answer
        .parse((await send(`/api/play/${playId}/session/events`, by)).body)
        .events.map(({ event, place }) => [event.slug, place?.rank ?? null])
        .sort()
    expect(await ofSession(cleo, 2)).toEqual([
      ['blue-shift', 2],
      ['by-link', 2],
      ['by-list', 1],
    ])
    expect(await ofSession(ada, 2)).toEqual([])
    await server.play([
      smallPlay({ playId: 5, player: cleo.id, chart: 'b'.repeat(16), offset: 0, at: now + 4 * 3_600_000 }),
    ])
    await vi.waitUntil(async () => (await send('/api/play/5', null)).status === 200, { timeout: 30_000 })
    expect(await ofSession(cleo, 5)).toEqual([])
    const results = async (of: Player) =>
      listPlayerResults.answer
        .parse((await send(`/api/user/${of.id}/results?leaderboard=ITG`, null)).body)
        .results.map(({ event, place }) => [event.slug, place])
        .sort()
    const place = { leaderboard: 'ITG', rank: 1, points: 10_000 }
    expect(await results(cleo)).toMatchObject([
      ['blue-shift', { ...place, participants: 4 }],
      ['by-list', { ...place, participants: 2 }],
    ])
    expect((await send('/api/user/00000000-0000-4000-8000-000000000000/results', null)).status).toBe(404)
  })

  it('is decided by organisers alone, and by nobody in a hidden event', async () => {
    const path = '/api/event/by-list'
    const calls = (by: Player | null) =>
      Promise.all(
        [
          send(`${path}/participants`, by),
          send(`${path}/participants`, by, { body: { players: [eve.id], accepted: true } }),
          send(`${path}/invitation`, by),
          send(`${path}/invitation`, by, { method: 'POST' }),
          send(`${path}/participation`, by),
        ].map(async (answer) => (await answer).status),
      )
    expect(await calls(null)).toEqual([401, 401, 401, 401, 401])
    for (const by of [cleo, eve, kim]) expect(await calls(by)).toEqual([403, 403, 403, 403, 200])
    for (const by of [ada, ben]) expect(await calls(by)).toEqual([200, 200, 200, 409, 200])
    const hidden = { slug: 'by-list' }
    await send('/api/admin/event/hide', kim, { body: { input: hidden, reason: 'Its name insults a player' } })
    expect(await calls(cleo)).toEqual([404, 404, 404, 404, 404])
    expect(await errorOf(takePart('by-list', cleo))).toEqual([404, 'This event is hidden by the site'])
    expect(await calls(ben)).toEqual([200, 200, 200, 409, 200])
    await send('/api/admin/event/hide', kim, {
      body: { input: { ...hidden, undo: true }, reason: 'It was renamed' },
    })
  })

  it('gives no say in the event: organisers change it, the owner passes it on, operators hide it', async () => {
    const change = (of: object) => ({ body: { change: of, dryRun: true } })
    const calls = (by: Player | null) =>
      Promise.all(
        ['by-link', 'by-list'].flatMap((slug) =>
          [
            send(`/api/event/${slug}/standings`, by),
            send(`/api/event/${slug}/history`, by),
            send(`/api/event/${slug}/participants`, by),
            send(`/api/event/${slug}/participants`, by, { body: { players: [kim.id], accepted: true } }),
            send(`/api/event/${slug}/invitation`, by),
            send(`/api/event/${slug}/change`, by, change({ type: 'poster', colour: 'red' })),
            send(`/api/event/${slug}/change`, by, change({ type: 'organisers', organisers: [eve.id] })),
            ...['hide', 'pin', 'owner', 'remove-picture'].map((what) =>
              send(`/api/admin/event/${what}`, by, { body: { input: { slug }, dryRun: true } }),
            ),
          ].map(async (answer) => (await answer).status),
        ),
      )
    const onBoth = (...statuses: number[]) => [...statuses, ...statuses]
    const read = [200, 200] as const
    const [no, yes] = [(n: number) => Array<number>(n).fill(403), (n: number) => Array<number>(n).fill(200)]
    expect(await calls(null)).toEqual(onBoth(...read, ...Array<number>(9).fill(401)))
    // Cleo takes part in both, Dan was invited to one, Eve to none.
    for (const by of [cleo, dan, eve]) expect(await calls(by)).toEqual(onBoth(...read, ...no(9)))
    // There is no picture to remove.
    expect(await calls(kim)).toEqual(onBoth(...read, ...no(5), ...yes(3), 409))
    expect(await calls(ada)).toEqual(onBoth(...read, ...yes(5), ...no(4)))
    // Ben helps with one.
    expect(await calls(ben)).toEqual([...read, ...no(9), ...read, ...yes(4), ...no(5)])
  })

  it('ends with the account', async () => {
    await send('/api/admin/erase', kim, { body: { input: { alias: 'cleo' }, reason: 'Asked by mail' } })
    await standingsBecome('by-list', ['dan'])
    expect(await listed(ada, 'in')).toEqual(['dan'])
  })
})
