import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccountsForTests, accountsForTests, testPassword } from '../test-app.ts'

describe('a search for players', () => {
  let service: AccountsForTests
  beforeAll(async () => {
    service = await accountsForTests()
    await service.register('Torque')
    const names = [
      'torvald',
      'TORSO',
      'tor%',
      'actor',
      'ＴＯＲＯ',
      'zoë',
      'Łukaß',
      'D’Arcy',
      '☆Luna☆',
      '★★★',
      ...Array.from({ length: 12 }, (_, i) => `many${i}`),
    ]
    for (const [i, alias] of names.entries()) {
      const body = { email: `p${i}@example.org`, alias, password: testPassword }
      expect((await service.send('POST', '/api/register', { body, address: `10.0.0.${i}` })).statusCode).toBe(
        200,
      )
    }
  })
  afterAll(() => service.stop())
  const find = async (query: string) => {
    const answer = await service.send('GET', `/api/users/autocomplete?query=${encodeURIComponent(query)}`)
    if (answer.statusCode !== 200) return [answer.statusCode, answer.json().error]
    return answer.json<{ users: { alias: string }[] }>().users.map(({ alias }) => alias)
  }

  it('finds players by any part of the alias, those that begin with it first, ignoring case', async () => {
    expect(await find('tor')).toEqual(['tor%', 'ＴＯＲＯ', 'Torque', 'TORSO', 'torvald', 'actor'])
    expect(await find('oR')).toEqual(['actor', 'tor%', 'ＴＯＲＯ', 'Torque', 'TORSO', 'torvald'])
    expect(await find('any1')).toEqual(['many1', 'many10', 'many11'])
    expect(await find(' TORS ')).toEqual(['TORSO'])
    expect(await find('tor%')).toEqual(['tor%'])
    expect(await find('torque')).toEqual(['Torque'])
  })

  it('finds all words in any order', async () => {
    expect(await find('rqu to')).toEqual(['Torque'])
    expect(await find('o ny1 m')).toEqual([])
    expect(await find('0 many')).toEqual(['many0', 'many10'])
  })

  it.each([
    ['zoe', 'zoë'],
    ['oë', 'zoë'],
    ['ukass', 'Łukaß'],
    ["d'arcy", 'D’Arcy'],
    ['darcy', 'D’Arcy'],
    ['luna', '☆Luna☆'],
    ['★luna', '☆Luna☆'],
    ['☆☆☆', '★★★'],
  ])('finds what phones and Macs type: %s', async (typed, alias) => {
    expect(await find(typed)).toEqual([alias])
  })

  it('follows a changed alias', async () => {
    const { token } = await service.register('Changing')
    expect((await service.send('PUT', '/api/user', { token, body: { alias: 'Zébra' } })).statusCode).toBe(200)
    expect([await find('hanging'), await find('ebr')]).toEqual([[], ['Zébra']])
  })

  it('includes pictures', async () => {
    const sha256 = 'ab'.repeat(32)
    await service.database.pool.query(`UPDATE accounts.players SET picture = $1 WHERE alias = 'TORSO'`, [
      sha256,
    ])
    const answer = await service.send('GET', '/api/users/autocomplete?query=tors')
    expect(answer.json().users).toMatchObject([{ alias: 'TORSO', profileImageUrl: `/media/${sha256}` }])
  })

  it('returns at most ten players', async () => {
    expect(await find('many')).toHaveLength(10)
  })

  it('needs two letters', async () => {
    expect(await find(' t')).toEqual([])
    expect(await find('t')).toEqual([400, expect.stringMatching(/^query must .*2/)])
  })
})
