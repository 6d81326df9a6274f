import type { RecentPlayOf } from '@stepledger/projections/catalogue/recent-plays.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantPermission } from '../operations/serve-operated-players.ts'
import { type AccountsForTests, accountsForTests } from '../test-app.ts'

const rival = '0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b'
const recent: Omit<RecentPlayOf, 'player'> = {
  playId: 7,
  createdAt: '2026-01-01T00:00:00.000Z',
  chart: {
    hash: '0123456789abcdef',
    title: 'Song',
    artist: 'Artist',
    difficulty: null,
    meter: 9,
    stepsType: null,
    banner: null,
    bannerUrl: null,
    mdBannerUrl: null,
    smBannerUrl: null,
  },
  leaderboards: [],
  eligible: true,
  reasons: [],
  rate: 1,
}
let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests({
    readModels: {
      rivalIdsOf: async () => [rival],
      hasPlays: async () => true,
      eventRankOf: async () => 12,
      recentPlaysOf: async (player) => [{ ...recent, player }],
    },
  })
})
afterAll(() => service.stop())

const choose = (token: string, leaderboardIds: unknown) =>
  service.send('PUT', '/api/user/leaderboards', { token, body: { leaderboardIds } })

describe('the own account', () => {
  it('shows data of the read models', async () => {
    const { user } = await service.register('reader')
    expect(user).toMatchObject({ rivalUserIds: [rival], userHasSubmittedScore: true, blueShift: 12 })
  })

  it('lists the plays played last', async () => {
    const { token, user } = await service.register('player')
    const answer = await service.send('GET', '/api/user', { token })
    const { id, alias, profileImageUrl } = user
    expect(answer.json()).toEqual({
      ...user,
      recentPlays: [{ ...recent, user: { id, alias, profileImageUrl } }],
    })
  })

  it('no longer exists after its deletion: the session is rejected', async () => {
    const { token, user } = await service.register('leaver')
    await service.send('GET', '/api/user', { token })
    await service.database.pool.query('DELETE FROM accounts.players WHERE id = $1', [user.id])
    expect((await service.send('GET', '/api/user', { token })).statusCode).toBe(401)
    service.authentication.forget(user.id)
    expect((await service.send('POST', '/api/api-keys', { token })).statusCode).toBe(401)
    expect(await service.authentication.secretsOf(user.id)).toBeNull()
  })
})

describe('preferred boards', () => {
  it('are chosen among HardEX, EX and ITG', async () => {
    const { token } = await service.register('chooser')
    const answer = await choose(token, [3, 4])
    expect(answer.json()).toMatchObject({
      preferredLeaderboards: [3, 4],
      user: { preferredLeaderboards: [3, 4] },
    })
    expect((await service.send('GET', '/api/user', { token })).json().preferredLeaderboards).toEqual([3, 4])
    expect((await choose(token, [])).json().preferredLeaderboards).toEqual([])
  })

  it.each([
    [[1], 'leaderboardIds.0', 'leaderboardIds.0 must be one of 4, 2, 3'],
    [[4, 4], 'leaderboardIds', 'leaderboardIds must not repeat'],
    ['4', 'leaderboardIds', 'leaderboardIds must be a list'],
    [undefined, 'leaderboardIds', 'leaderboardIds is required'],
  ])('that are %o are refused, with the reason', async (ids, field, error) => {
    const { token } = await service.register(`picky${Math.random().toString(36).slice(2)}`)
    const answer = await choose(token, ids)
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { field, error }])
  })
})

describe('a permission', () => {
  it('is granted by alias, once', async () => {
    const { token, user } = await service.register('Uploader')
    const grant = () => grantPermission(service.database, 'uPLOADER', 'packs.upload')
    expect([await grant(), await grant()]).toEqual([true, false])
    expect((await service.send('GET', '/api/user', { token })).json().permissions).toEqual(['packs.upload'])
    expect(await grantPermission(service.database, 'nobody', 'packs.upload')).toBe(false)
    service.authentication.forget(user.id)
    expect((await service.authentication.authenticate(token))?.permissions).toEqual(new Set(['packs.upload']))
  })
})
