import type { ListedNotifications } from '@stepledger/projections/notifications/reads.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NotificationsOfMail } from './deps.ts'
import { mailTo } from './mail/mail-in-tests.ts'
import { queueNextWeeklyMail } from './notifications.ts'
import { accountsDatabase } from './tables.ts'
import { type AccountsForTests, accountsForTests } from './test-app.ts'

const day = 86_400_000
const chart = '0123456789abcdef'
const asked: NotificationsOfMail[] = []
let rival = ''
let service: AccountsForTests
const notificationsOf = async (_player: string, query: NotificationsOfMail) => {
  asked.push(query)
  return listed()
}

/** The notifications that every query returns. */
function listed(): ListedNotifications {
  const at = service.clock.now
  return {
    leaderboard: 'EX',
    more: false,
    charts: new Map(),
    notifications: [
      { kind: 'passed', at, rival, chart, playId: 1, hundredths: 9695, own: 9651 },
      { kind: 'follower', at, player: rival },
      { kind: 'follower', at, player: '0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b' },
      { kind: 'event', at, slug: 'blue', name: 'Blue', round: 'Round 1', rank: 14, players: 320 },
      { kind: 'place', at, slug: 'blue', name: 'Blue', round: 'Round 1', rank: 5, before: 3 },
      { kind: 'withdrawn', at, playId: 3, chart, plays: 2, reason: 'A broken pad' },
      { kind: 'refused', at, key: 'sl_aaaaa', plays: 1, reason: 'radar is invalid', client: null },
      { kind: 'play', at, playId: 2, chart, playedAt: at - day, late: true, reasons: ['rate'] },
    ],
  }
}

beforeAll(async () => {
  service = await accountsForTests({ readModels: { notificationsOf } })
  rival = (await service.register('stamina_sam')).user.id
})
afterAll(() => service.stop())

const settings = (token: string, body?: unknown) =>
  body === undefined
    ? service.send('GET', '/api/notifications/settings', { token })
    : service.send('PUT', '/api/notifications/settings', { token, body: body as object })

describe('notification settings', () => {
  it('are all kinds, none seen and no mail at first; seen never moves back nor into the future', async () => {
    const { token } = await service.register('ada')
    const { now } = service.clock
    const all = ['passed', 'follower', 'event', 'place', 'accepted', 'play', 'withdrawn', 'refused']
    expect((await settings(token)).json()).toEqual({ seenAt: null, kinds: all, weeklyMail: false })
    const see = async (at: number) => {
      const body = { until: new Date(at).toISOString() }
      return (await service.send('PUT', '/api/notifications/seen', { token, body })).json().seenAt
    }
    expect(await see(now - 5000)).toBe(new Date(now - 5000).toISOString())
    expect(await see(now - 9000)).toBe(new Date(now - 5000).toISOString())
    expect(await see(now + day)).toBe(new Date(now).toISOString())
    expect((await settings(token, { kinds: ['play'], weeklyMail: false })).json()).toEqual({
      seenAt: new Date(now).toISOString(),
      kinds: ['play'],
      weeklyMail: false,
    })
  })

  it.each([
    [{ kinds: ['gossip'], weeklyMail: false }, /^kinds\.0 must be one of/],
    [{ kinds: ['play', 'play'], weeklyMail: false }, /^kinds must not repeat/],
    [{ kinds: [] }, /^weeklyMail is required/],
  ])('%o are refused, with the reason', async (body, error) => {
    const { token } = await service.register(`picky${asked.length}${Math.random().toString(36).slice(2)}`)
    const answer = await settings(token, body)
    expect([answer.statusCode, answer.json().error]).toEqual([422, expect.stringMatching(error)])
  })
})

describe('the weekly mail', () => {
  it('lists a week once, only to a verified address, and not what came before it was asked for', async () => {
    // Given a player who wants it, whose address is not verified,
    const { token, user } = await service.register('bea')
    await settings(token, { kinds: ['passed', 'play'], weeklyMail: true })
    const wantedAt = service.clock.now
    const db = accountsDatabase(service.database)
    const queue = () =>
      queueNextWeeklyMail({
        db,
        now: () => service.clock.now,
        readModels: { notificationsOf },
        refusedPlaysOf: async () => [],
      })
    service.clock.now += 7 * day
    expect(await queue()).toBe(false)
    // when it is, then a week after the wish one mail is queued, by one of two processes,
    const { pool } = service.database
    await pool.query('UPDATE accounts.players SET email_verified_at = now() WHERE id = $1', [user.id])
    await Promise.all([queue(), queue()])
    const { text } = await mailTo(service, 'bea@example.org', 'Your week')
    expect(text).toContain(
      [
        'stamina_sam passed you on Unknown Title: 96.95% EX, you had 96.51%.',
        'stamina_sam added you as a rival.',
        "Blue, Round 1 ended: you're #14 of 320.",
        'Blue, Round 1: you went from #3 to #5 within a day.',
        'An operator withdrew 2 of your plays: A broken pad.',
        'A play was refused (API key sl_aaaaa…): radar is invalid.',
        "Your play of Unknown Title arrived late and isn't ranked.",
        'See All:\nhttp://localhost:8080/notifications',
      ].join('\n\n'),
    )
    expect(asked.at(-1)).toMatchObject({
      kinds: ['passed', 'play'],
      since: wantedAt,
      before: service.clock.now,
    })
    // and none is due until the next week.
    service.clock.now += 7 * day - 1
    expect(await queue()).toBe(false)
    expect(service.letters.filter(({ subject }) => subject.startsWith('Your week'))).toHaveLength(1)
  })
})
