import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultFigures } from '../platform/limits/figures.ts'
import { limitsInMemory } from '../platform/limits/limits.ts'
import { type AccountsForTests, accountsForTests } from './test-app.ts'

const figures = {
  ...defaultFigures,
  login: { calls: 4, seconds: 300 },
  register: { calls: 4, seconds: 300 },
  account: { calls: 2, seconds: 300 },
}

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests({ limits: limitsInMemory(figures) })
})
afterAll(() => service.stop())

const login = (email: string, password: string, address: string) =>
  service.send('POST', '/api/login', { body: { email, password }, address })

describe('guessing', () => {
  it('at one account, from many addresses, is stopped; whether there is such an account or not', async () => {
    for (const email of ['guessed@example.org', 'nobody@example.org']) {
      const statuses = []
      for (const host of [1, 2, 3]) statuses.push((await login(email, 'guess', `192.0.2.${host}`)).statusCode)
      expect(statuses).toEqual([401, 401, 429])
    }
    const another = await login('GUESSED@example.org', 'guess', '192.0.2.9')
    expect(another.statusCode).toBe(429)
    expect(Number(another.headers['retry-after'])).toBeGreaterThan(200)
  })

  it('at many accounts, from one address, is stopped too; other addresses go on', async () => {
    const statuses = []
    for (const n of [1, 2, 3, 4, 5]) {
      statuses.push((await login(`someone${n}@example.org`, 'guess', '198.51.100.1')).statusCode)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 429])
    expect((await login('someone@example.org', 'guess', '198.51.100.2')).statusCode).toBe(401)
  })

  it('does not shut out who knows the password', async () => {
    const body = { email: 'owner@example.org', alias: 'owner', password: 'password' }
    await service.send('POST', '/api/register', { body, address: '203.0.113.1' })
    for (const host of [2, 3, 4]) {
      expect((await login('owner@example.org', 'password', `203.0.113.${host}`)).statusCode).toBe(200)
    }
  })
})

describe('registering', () => {
  it('is limited by address', async () => {
    const statuses = []
    for (const n of [1, 2, 3, 4, 5]) {
      const body = { email: `many${n}@example.org`, alias: `many${n}`, password: 'password' }
      statuses.push(
        (await service.send('POST', '/api/register', { body, address: '203.0.113.200' })).statusCode,
      )
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })
})
