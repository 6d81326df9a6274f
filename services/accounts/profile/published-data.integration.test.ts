import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccountsForTests, accountsForTests } from '../test-app.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

const path = '/api/user/published-data'
const isIncluded = async (token: string) => (await service.send('GET', path, { token })).json().included
const include = (token: string, included: unknown) => service.send('PUT', path, { token, body: { included } })
const departures = async () => {
  const { rows } = await service.database.pool.query('SELECT departures FROM accounts.published_data')
  return Number(rows[0].departures)
}

describe('inclusion in the published data', () => {
  it('is the default; opting out is audited and counted once', async () => {
    const { token } = await service.register('ada')
    const before = await departures()
    expect(await isIncluded(token)).toBe(true)
    for (const included of [true, false, false]) {
      const answer = await include(token, included)
      expect([answer.statusCode, answer.json()]).toEqual([200, { included }])
    }
    expect(await isIncluded(token)).toBe(false)
    expect(await departures()).toBe(before + 1)
    await include(token, true)
    expect(await departures()).toBe(before + 1)
    const history = (await service.send('GET', '/api/user/history', { token })).json()
    expect(history.entries.map(({ what }: { what: string }) => what)).toEqual([
      'Joined the published data',
      'Left the published data',
    ])
  })

  it('ends with the account, which counts as opting out unless the player had', async () => {
    const [ben, eve] = [await service.register('ben'), await service.register('eve')]
    await include(eve.token, false)
    const before = await departures()
    const remove = ({ user }: typeof ben) =>
      service.database.pool.query('DELETE FROM accounts.players WHERE id = $1', [user.id])
    await remove(ben)
    await remove(eve)
    expect(await departures()).toBe(before + 1)
  })

  it('is a boolean', async () => {
    const { token } = await service.register('cleo')
    const answer = await include(token, 'maybe')
    expect([answer.statusCode, answer.json().field]).toEqual([422, 'included'])
  })
})
