import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { notificationKinds } from '@stepledger/contracts/http/notifications.ts'
import { type NotificationOf, notificationsOf } from '@stepledger/projections/notifications/reads.ts'
import { momentOfPlay } from '@stepledger/projections/records/plays-on-board.ts'
import { writeDailyTotals } from '@stepledger/projections/standings/write-daily-totals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stateOf } from '../generators/competition.ts'
import { competitionDocumentOf } from '../generators/competition-document.ts'
import { playerNumber } from '../generators/small-play.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'
import { numberedEvents, start } from './numbered-events.ts'

const ada = playerNumber(1)
const ben = playerNumber(2)
const cleo = playerNumber(3)
const dora = playerNumber(4)
const eve = playerNumber(5)
const fay = playerNumber(6)
const chart = (n: number) => String(n).repeat(16)
const hour = 3_600_000
const system = { id: 2, name: 'EX' }

const { event, play, withdrawal } = numberedEvents()
let models: FoldedModels
beforeAll(async () => {
  models = await foldedModels()
})
afterAll(() => models.close())

function atRate(rate: number, { data, ...head }: PlaySubmitted): PlaySubmitted {
  return { ...head, data: { ...data, rate } }
}

function byOperator(playId: number, key: string, at: number, wipe?: string): AnyEvent {
  const data = { playId, by: 'operator', reason: 'the pad was broken', ...(wipe && { wipe }) } as const
  return { id: `withdrawal-${playId}`, v: 1, at: start + at, key, type: 'PlayWithdrawn', data }
}

/** In short, newest first. */
async function listOf(player: string, limit = 50) {
  const query = {
    player,
    system,
    kinds: notificationKinds,
    since: 0,
    before: Number.MAX_SAFE_INTEGER,
    refused: [],
  }
  const { notifications } = await notificationsOf(models.generation, query, limit)
  return notifications.map(inShort)
}

function inShort(of: NotificationOf): unknown[] {
  switch (of.kind) {
    case 'passed':
      return ['passed', of.rival, of.playId]
    case 'follower':
      return ['follower', of.player]
    case 'event':
      return ['event', of.slug]
    case 'accepted':
      return ['accepted', of.slug]
    case 'place':
      return ['place', of.round, of.before, of.rank, of.at]
    case 'withdrawn':
      return ['withdrawn', of.playId, of.plays, of.reason]
    case 'refused':
      return ['refused', of.key]
    case 'play':
      return ['play', of.playId, of.late, of.reasons.join()]
  }
}

describe('the notifications of a player', () => {
  it('name the rivals who passed her since she follows them, and who follows her', async () => {
    // Given Ada, who follows Ben after he passed her for the first time, and Cleo, who follows Ada,
    await models.fold([play(ada, 1, 0.12, 0), play(ben, 1, 0.08, 10)])
    await models.fold([event('RivalAdded', ada, ben, 20), event('RivalAdded', cleo, ada, 30)])
    // when Ada gets ahead, Ben does, Ben improves once more, and somebody whom she does not follow passes both,
    const again = play(ben, 1, 0.02, 50)
    await models.fold([play(ada, 1, 0.03, 40), again])
    await models.fold([play(ben, 1, 0.01, 60), play(cleo, 1, 0.001, 70)])
    // then one play passed her, and one player follows her.
    expect(await listOf(ada)).toEqual([
      ['passed', ben, again.data.playId],
      ['follower', cleo],
    ])
    expect(await listOf(ben)).toEqual([['follower', ada]])
  })

  it('follow late plays, withdrawals and unfollowing', async () => {
    // Given a passing,
    const passing = play(ben, 2, 0.01, 200)
    await models.fold([play(ada, 2, 0.03, 100), passing])
    const passed = () =>
      listOf(ada).then((list) => list.filter(([, , playId]) => playId === passing.data.playId))
    expect(await passed()).toHaveLength(1)
    // when a better play of hers, received before it, is folded after it, then nobody passed her;
    const better = play(ada, 2, 0.005, 150)
    await models.fold([better])
    expect(await passed()).toEqual([])
    // when that is withdrawn, he did;
    await models.fold([withdrawal(better.data.playId, ada, 300)])
    expect(await passed()).toHaveLength(1)
    // and when she no longer follows him, the list is without him, also after she follows him again.
    await models.fold([event('RivalRemoved', ada, ben, 400)])
    expect(await passed()).toEqual([])
    await models.fold([event('RivalAdded', ada, ben, 500)])
    expect(await passed()).toEqual([])
  })

  it('name plays that came late or are not ranked, but not failed ones', async () => {
    const late = play(cleo, 3, 0.01, 10 * hour, { playedAt: start + 8 * hour })
    const failed = play(cleo, 3, 0.02, 11 * hour, { passed: false })
    const slow = atRate(0.5, play(cleo, 3, 0.03, 12 * hour))
    await models.fold([late, failed, slow])
    expect(await listOf(cleo, 2)).toEqual([
      ['play', slow.data.playId, false, 'rate'],
      ['play', late.data.playId, true, ''],
    ])
  })

  it('name plays that an operator withdrew, those of a wipe at once, until it is undone', async () => {
    const [own, one, ...wiped] = [1, 2, 3, 4].map((nth) => play(eve, 9, nth / 100, nth))
    const ids = [own, one, ...wiped].map((each) => each?.data.playId ?? 0)
    const [ownId = 0, oneId = 0, ...wipedIds] = ids
    await models.fold([own, one, ...wiped].flatMap((each) => each ?? []))
    await models.fold([withdrawal(ownId, eve, 10), byOperator(oneId, eve, 20)])
    await models.fold(wipedIds.map((id, i) => byOperator(id, eve, 30 + i, 'wipe1')))
    const single = ['withdrawn', oneId, 1, 'the pad was broken']
    expect(await listOf(eve)).toEqual([['withdrawn', wipedIds.at(-1), 2, 'the pad was broken'], single])

    const [first = 0] = wipedIds
    const data = { playId: first, wipe: 'wipe1' }
    await models.fold([
      { id: 'reinstatement', v: 1, at: start + 40, key: eve, type: 'PlayReinstated', data },
      withdrawal(first, eve, 50),
    ])
    expect(await listOf(eve)).toEqual([['withdrawn', wipedIds.at(-1), 1, 'the pad was broken'], single])
  })

  it('name the places that she lost from one day of a round to the next, and not its last', async () => {
    // Given a round of three days, in which others get ahead of her on the second and on the last,
    const day = 86_400_000
    const round = { name: 'Round 1', start, end: start + 3 * day, charts: [chart(0)] }
    const document = competitionDocumentOf({ rounds: [round] })
    await models.fold([
      play(fay, 0, 0.03, day / 2),
      play(ada, 0, 0.05, day / 2),
      play(ben, 0, 0.01, day * 1.5),
      play(cleo, 0, 0.02, day * 1.5),
      play(eve, 0, 0.005, day * 2.5),
    ])
    // when the days have ended,
    const state = stateOf(document)
    const { generation, database } = models
    await database.pool.query(`insert into g1.events (slug, state) values ($1, $2)`, [document.slug, state])
    await database.transaction((tx) => writeDailyTotals({ ...generation, tx }, state, round.end))
    // then she is told of the second.
    expect(await listOf(fay)).toEqual([['place', 'Round 1', 1, 3, start + 2 * day]])
    expect((await listOf(eve)).map(([kind]) => kind)).not.toContain('place')
  })

  it('continue after all notifications of the same time', async () => {
    const same = [4, 5, 6].map((on) => play(cleo, on, 0.01, 20 * hour, { playedAt: start }))
    await models.fold(same)
    expect(await listOf(cleo, 1)).toHaveLength(3)
  })
})

it('a play says what it improved when it was received', async () => {
  const [first, worse, better] = [play(dora, 7, 0.03, 0), play(dora, 7, 0.05, 10), play(dora, 7, 0, 20)]
  await models.fold([first, play(ben, 7, 0.02, 5), worse, better])
  const of = { player: dora, system: system.id }
  const [a, b, c] = await Promise.all(
    [first, worse, better].map(({ at, data: { playId: id, chart } }) =>
      momentOfPlay(models.generation, of, { id, chart, at }),
    ),
  )
  expect(a).toMatchObject({ before: null, rank: 2, rankBefore: null, star: false })
  expect(b).toBeNull()
  expect(c).toMatchObject({ rank: 1, rankBefore: 2, star: true })
  const next = play(dora, 8, 0, 30)
  await models.fold([next])
  const second = await momentOfPlay(models.generation, of, {
    id: next.data.playId,
    chart: chart(8),
    at: next.at,
  })
  expect(second).toMatchObject({ rank: 1, star: false })
})
