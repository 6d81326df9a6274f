import { createHash } from 'node:crypto'
import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { rulesPublished } from '@stepledger/contracts/rules/events.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FoldingLedger, foldingLedger } from '../../../tests/folding-ledger.ts'
import { appendPacks } from '../../../tests/generators/append-packs.ts'
import {
  announced,
  competition,
  listingChanged,
  playTakenOut,
  windowChanged,
} from '../../../tests/generators/competition.ts'
import { playerNumber, smallPlay } from '../../../tests/generators/small-play.ts'
import { delayMinutes, type StreamLimits, startStreamProcess } from '../../../tests/stream/stream-process.ts'
import type { ReaderOptions, StreamReader } from '../../../tests/stream/stream-reader.ts'
import { partitionOf } from '../../platform/ledger/ledger.ts'

const anHour = 3_600_000
const begin = Date.parse('2026-11-22T14:00:00Z')
const chart = '00000000000000aa'

describe('the event stream', () => {
  let given: FoldingLedger
  /** The fixed time of the clock. */
  let time = begin
  let playId = 0

  beforeAll(async () => {
    given = await foldingLedger()
    await given.settled()
    await addPlayers(120)
  })
  afterAll(() => given.close())

  const startProcess = (options?: StreamLimits) => startStreamProcess(given, () => time, options)

  async function addPlayers(count: number) {
    await given.database.pool.query(
      `INSERT INTO accounts.players (id, alias, alias_key, email, email_key, password_hash, sealing_key, created_at, updated_at)
       SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'p' || n, 'p' || n, n || '@x', n || '@x', '', decode(repeat('00', 32), 'hex'), now(), now()
       FROM generate_series(0, $1::int - 1) n`,
      [count],
    )
  }
  const say = (event: AnyEvent) =>
    given.ledger.append(/^Event|^Rules/.test(event.type) ? 'rules' : 'events', {
      key: event.key,
      bytes: encodeAnyEvent(event),
    })
  /** A play of each of these players, all alike, in an hour; received a second later by default. */
  const playedBy = async (players: readonly number[], hour: number, receivedAfter = 1_000) => {
    for (const player of players) {
      playId += 1
      const playedAt = hour + playId
      await say(
        smallPlay({
          playId,
          player: playerNumber(player),
          chart,
          offset: 0.02,
          at: playedAt + receivedAfter,
          playedAt,
        }),
      )
    }
  }
  const published = { type: 'RulesPublished', v: rulesPublished.v, key: 'rules' } as const
  const many = Array.from({ length: 60 }, (_, i) => 20 + i)

  it('publishes an hour after its end and the delay, without plays that were late or withdrawn or whose players opted out', async () => {
    time = begin + anHour
    await playedBy([...many, 5, 6, 7], begin)
    // Received after the hour is published.
    await playedBy([8], begin, anHour + (delayMinutes + 1) * 60_000)
    // The player does not exist any more.
    await playedBy([1_000], begin)
    await say({
      id: 'gone',
      type: 'PlayWithdrawn',
      v: 1,
      at: begin + 60_000,
      key: playerNumber(7),
      data: { playId: many.length + 3, by: 'player', reason: '' },
    })
    await given.database.pool.query('UPDATE accounts.players SET in_published_data = false WHERE id = $1', [
      playerNumber(6),
    ])
    await given.folded()
    const process = await startProcess()
    const reader = await process.read({ after: 'oldest' })
    await reader.hears('start')
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    })
    expect(reader.said()).toMatch(/^retry: \d+\n/)
    expect(reader.received('start')).toEqual([
      { oldest: new Date(time - 7 * 24 * anHour).toISOString(), delayMinutes, skipped: false },
    ])
    expect(reader.received('plays')).toEqual([])

    time = begin + anHour + delayMinutes * 60_000 + 30_000
    await reader.hears('plays')
    expect(reader.received('plays')).toEqual([
      {
        hour: '2026-11-22T14:00:00.000Z',
        complete: true,
        // Withdrawn and late plays, and those of players who opted out or do not exist, are left out.
        plays: Array(many.length + 1).fill({
          chart,
          stepsType: null,
          meter: 10,
          passed: true,
          ranked: true,
          rate: 1,
          hardEx: expect.any(Number),
          ex: expect.any(Number),
          itg: expect.any(Number),
        }),
      },
    ])
    for (const player of [...many, 5, 6, 7, 8]) expect(reader.said()).not.toContain(playerNumber(player))
  })

  it('publishes changes of packs, competitions and rules immediately, without naming who made them', async () => {
    const process = await startProcess()
    const reader = await process.read()
    await reader.hears('start')
    const songs = [{ songId: 1, title: 'A song', charts: [] }]
    const uploader = playerNumber(3)
    await say({
      id: 'sent',
      type: 'PackUploaded',
      v: 1,
      at: time,
      key: '7',
      data: {
        packId: 7,
        uploadId: '6d1f5b52-7d0e-4f7b-8c6d-5e4f3a2b1c0d',
        name: 'Seven',
        uploader,
        sha256: Buffer.alloc(32),
        size: 1,
      },
    })
    await appendPacks(given.ledger, [{ packId: 7, name: 'Seven', at: time, songs }])
    await reader.hears('pack', 1)
    await appendPacks(given.ledger, [{ packId: 7, name: 'Seven', at: time + 1, songs }])
    await say({
      id: 'named',
      type: 'PackRenamed',
      v: 1,
      at: time + 2,
      key: '7',
      data: { packId: 7, name: 'VII' },
    })
    await say({ id: 'gone', type: 'PackRemoved', v: 1, at: time + 3, key: '7', data: { packId: 7 } })
    await reader.hears('pack', 4)
    expect(reader.received('pack').map(({ change, name, songs }) => [change, name, songs])).toEqual([
      ['added', 'Seven', 1],
      ['updated', 'Seven', 1],
      ['renamed', 'VII', 1],
      ['removed', 'VII', 1],
    ])

    const round = { name: 'Round', start: begin, end: begin + anHour, charts: [chart] }
    const event = competition({ rounds: [round] })
    await say({ ...announced(event), at: time })
    // Appended twice, as after a lost response.
    await say({ ...announced(event), at: time })
    await say({ ...windowChanged(event, 1, { start: begin, end: begin + 2 * anHour }), at: time })
    // Neither those that only their address opens, nor those that operators have hidden.
    const unlisted = competition({ slug: 'by-address', access: 'address', rounds: [round] })
    await say({ ...announced(unlisted), at: time })
    await say({ ...listingChanged(event.slug, { hidden: true, pinned: false }), at: time })
    await say({ ...playTakenOut(event.slug, 1, true), at: time })
    await say({ ...listingChanged(event.slug, { hidden: false, pinned: false }), at: time })
    await say({ ...playTakenOut(event.slug, 1, false), at: time })
    await say({
      id: 'closed',
      type: 'EventClosed',
      v: 1,
      at: time,
      key: event.slug,
      data: {
        slug: event.slug,
        closing: '6d1f5b52-7d0e-4f7b-8c6d-5e4f3a2b1c0d',
        checkpoint: await given.ledger.ends('events'),
        rulesOffset: 1,
        charts: 0,
        scores: 0,
        digest: createHash('sha256').digest('hex'),
      },
    })
    await reader.hears('event', 4)
    expect(reader.received('event').map(({ change, slug, end }) => [change, slug, end])).toEqual([
      ['announced', 'blue-shift', '2026-11-22T15:00:00.000Z'],
      ['changed', 'blue-shift', '2026-11-22T16:00:00.000Z'],
      ['changed', 'blue-shift', '2026-11-22T16:00:00.000Z'],
      ['closed', 'blue-shift', '2026-11-22T16:00:00.000Z'],
    ])
    const rules = { ...firstRules, title: 'Stricter' }
    const { offset } = await say({ ...published, id: 'stricter', at: time, data: { rules } })
    await reader.hears('rules')
    expect(reader.received('rules')).toEqual([{ at: new Date(time).toISOString(), title: 'Stricter' }])
    expect(reader.said()).not.toContain(uploader)
    await given.settled(offset)
  })

  it('resumes after any of its messages, in any process, even when another generation is live', async () => {
    await playedBy(many, begin + anHour)
    await playedBy(many, begin + 2 * anHour)
    await given.folded()
    time = begin + 4 * anHour
    const [first, second] = [await startProcess(), await startProcess()]
    const whole = await first.read({ after: 'oldest' })
    await whole.hears('plays', 3)
    const messages = whole.messages()
    expect(messages.map(({ name }) => name)).toEqual([
      'start',
      'plays',
      'event',
      'event',
      'event',
      'event',
      'rules',
      'pack',
      'pack',
      'pack',
      'pack',
      'plays',
      'plays',
    ])
    await given.settled(await given.publish({ ...firstRules, title: 'Stricter again' }))
    for (const [i, { id }] of messages.entries()) {
      const rest = await second.read(i % 2 === 0 ? { lastEventId: id } : { after: id })
      await vi.waitUntil(() => rest.messages().length >= messages.length - i, { timeout: 30_000 })
      expect(rest.messages().slice(1)).toEqual(messages.slice(i + 1))
      rest.leave()
    }
  })

  it('starts with the oldest message, marked as skipped, for an expired position; refuses a malformed one, or one of another ledger', async () => {
    const process = await startProcess()
    const reader = await process.read({ after: `0.0.${'0.'.repeat(12)}0` })
    await reader.hears('plays', 3)
    expect(reader.received('start')).toMatchObject([{ skipped: true }])

    const answerTo = async (how: ReaderOptions) => {
      const refused = await process.read(how)
      await refused.ended
      return [refused.status, JSON.parse(refused.said()).error]
    }
    expect(await answerTo({ after: 'yesterday' })).toEqual([
      400,
      'after must be the id of a message of this stream',
    ])
    expect(await answerTo({ lastEventId: 'yesterday' })).toEqual([
      400,
      'Last-Event-ID must be the id of a message of this stream',
    ])
    const beyond = reader.lastId().replace(/\w+$/, 'zzzzz')
    expect(await answerTo({ lastEventId: beyond })).toEqual([
      400,
      "Last-Event-ID is beyond the end of this server's ledger",
    ])
  })

  it('publishes news of a parked pack once it is folded, also to readers that received later news meanwhile', async () => {
    const partition = partitionOf(12, '20')
    const later = Array.from({ length: 100 }, (_, i) => 21 + i).find(
      (packId) => partitionOf(12, String(packId)) === partition,
    )
    if (!later) throw new Error('every other pack lies in another partition')
    const { pool } = given.database
    const { schema, id: generation } = await given.live()
    await pool.query(
      `create function ${schema}.refuse() returns trigger language plpgsql as $$ begin raise exception 'not today'; end $$;
       create trigger refuse before insert on ${schema}.pack_news for each row when (new.pack = 20) execute function ${schema}.refuse()`,
    )
    const process = await startProcess()
    const [open, left] = [await process.read(), await process.read()]
    await Promise.all([open, left].map((reader) => reader.hears('start')))

    // Given a parked pack, another one that is sent, and a reader that starts only then
    await appendPacks(given.ledger, [{ packId: 20, name: 'Parked', at: time, songs: [] }])
    await appendPacks(given.ledger, [{ packId: later, name: 'Later', at: time, songs: [] }])
    await Promise.all([open, left].map((reader) => reader.hears('pack')))
    left.leave()
    const begun = await process.read()
    await begun.hears('start')
    const namesReceived = (reader: StreamReader) => reader.received('pack').map(({ name }) => name)
    expect([namesReceived(open), namesReceived(left)]).toEqual([['Later'], ['Later']])

    // When it is retried and folded
    await pool.query(`drop trigger refuse on ${schema}.pack_news`)
    await pool.query('update projector.parked set retry = true where generation = $1', [generation])

    // Then each reader receives it once, wherever it resumes
    const another = await startProcess()
    const back = await another.read({ lastEventId: left.lastId() })
    await Promise.all([open, begun, back].map((reader) => reader.hears('pack', reader === open ? 2 : 1)))
    expect([open, begun, back].map(namesReceived)).toEqual([['Later', 'Parked'], ['Parked'], ['Parked']])
    await appendPacks(given.ledger, [{ packId: later, name: 'Later still', at: time + 1, songs: [] }])
    const last = await another.read({ lastEventId: open.lastId() })
    await Promise.all([last, back].map((reader) => reader.hears('pack', reader === last ? 1 : 2)))
    expect([last, back].map(namesReceived)).toEqual([['Later still'], ['Parked', 'Later still']])
  })
})
