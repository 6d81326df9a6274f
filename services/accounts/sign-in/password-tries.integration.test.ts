import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitsInMemory } from '../../platform/limits/limits.ts'
import { defaultRateLimits } from '../../platform/limits/rate-limits.ts'
import { mailTo, tokenIn } from '../mail/mail-in-tests.ts'
import { type AccountsForTests, accountsForTests, testPassword } from '../test-app.ts'

const figures = {
  ...defaultRateLimits,
  login: { calls: 20, seconds: 300 },
  register: { calls: 4, seconds: 300 },
  password: { calls: 2, seconds: 50 },
  account: { calls: 4, seconds: 60 },
}
const clock = { now: 0 }
const seconds = 1000

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests({ limits: limitsInMemory(figures, () => clock.now) })
})
afterAll(() => service.stop())

interface Attempt {
  readonly email: string
  readonly address: string
  readonly password?: string
  readonly device?: unknown
}

/** The status, and the seconds in Retry-After of a 429. */
async function login({ address, ...body }: Attempt): Promise<number | string> {
  const answer = await service.send('POST', '/api/login', { body: { password: 'guess', ...body }, address })
  return answer.statusCode === 429 ? `wait ${answer.headers['retry-after']}` : answer.statusCode
}
const right = { password: testPassword }
const addresses = (net: string, count: number) => Array.from({ length: count }, (_, i) => `${net}.${i + 1}`)

/** Guesses once a minute from each address, ignoring Retry-After. */
async function guess(email: string, from: readonly string[], times: number) {
  for (let n = 0; n < times; n += 1) {
    if (n > 0) clock.now += 60 * seconds
    for (const address of from) await login({ email, address })
  }
}

let registered = 0
/** Registers a player from a separate address. Returns the device token. */
async function register(name: string): Promise<string> {
  registered += 1
  const body = { email: `${name}@example.org`, alias: name, password: testPassword }
  const answer = await service.send('POST', '/api/register', { body, address: `10.0.0.${registered}` })
  expect(answer.statusCode).toBe(200)
  return answer.json().device
}

describe('guessing a password', () => {
  it('backs off exponentially up to the limit, with and without an account', async () => {
    await register('guessed')
    for (const [n, email] of ['guessed@example.org', 'nobody@example.org'].entries()) {
      const at = { email, address: `192.0.2.20${n}` }
      const answers = []
      for (let free = 0; free < 2; free += 1) answers.push(await login(at))
      for (const pause of [1, 2, 4, 8, 16, 32]) {
        answers.push(await login(at))
        clock.now += pause * seconds
        answers.push(await login(at))
      }
      const waits = [1, 2, 4, 8, 16, 32].flatMap((wait) => [`wait ${wait}`, 401])
      expect(answers).toEqual([401, 401, ...waits])
      expect(await login({ ...at, email: email.toUpperCase() })).toBe('wait 50')
    }
  })

  it('has the same limit with concurrent attempts', async () => {
    const many = Array.from({ length: 20 }, () =>
      login({ email: 'rushed@example.org', address: '192.0.2.2' }),
    )
    const answers = await Promise.all(many)
    expect(answers.filter((answer) => answer === 401)).toHaveLength(2)
  })

  it('of many accounts is limited by IP address; other addresses are not affected', async () => {
    const answers = []
    for (let n = 0; n < 21; n += 1)
      answers.push(await login({ email: `someone${n}@example.org`, address: '198.51.100.1' }))
    expect(answers.slice(0, 20)).toEqual(Array(20).fill(401))
    expect(answers[20]).toMatch(/^wait /)
    expect(await login({ email: 'someone@example.org', address: '198.51.100.2' })).toBe(401)
  })
})

describe('the owner of an account under attack', () => {
  const crowd = addresses('203.0.113', 8)

  it('signs in at once on a known device from any address', async () => {
    const device = await register('known')
    const email = 'known@example.org'
    await guess(email, crowd, 2)
    expect(await login({ email, address: '203.0.113.99', ...right, device })).toBe(200)
  })

  it('has to wait on devices known before a password reset', async () => {
    const device = await register('resetter')
    const email = 'resetter@example.org'
    await service.send('POST', '/api/request-password-reset', { body: { email } })
    const link = tokenIn(await mailTo(service, email, 'Reset your password'))
    const body = { token: link, password: 'blue lamp' }
    const { device: fresh } = (await service.send('POST', '/api/reset-password', { body })).json()
    await guess(email, crowd, 2)
    const after = { email, address: '203.0.113.98', password: 'blue lamp' }
    expect(await login({ ...after, device })).toMatch(/^wait /)
    expect(await login({ ...after, device: fresh })).toBe(200)
  })

  it("signs in at once on a known device also from the attacker's address", async () => {
    const device = await register('arcade')
    const email = 'arcade@example.org'
    for (let n = 0; n < 21; n += 1) await login({ email, address: '198.51.100.7' })
    expect(await login({ email, address: '198.51.100.7', ...right })).toMatch(/^wait /)
    expect(await login({ email, address: '198.51.100.7', ...right, device })).toBe(200)
  })

  it('waits a minute at most on a new device while the attack continues', async () => {
    await register('moved')
    const email = 'moved@example.org'
    await guess(email, crowd, 2)
    const owner = { email, address: '203.0.113.199', ...right }
    expect(await login(owner)).toBe('wait 60')
    await guess(email, [...crowd, ...addresses('198.18.0', 8)], 1)
    clock.now += 59 * seconds
    expect(await login(owner)).toBe('wait 1')
    clock.now += seconds
    await guess(email, crowd, 1)
    expect(await login(owner)).toBe(200)
  })

  it('may mistype: a successful sign-in resets the count', async () => {
    await register('clumsy')
    const own = { email: 'clumsy@example.org', address: '203.0.113.1' }
    for (let n = 0; n < 3; n += 1) {
      expect(await login(own)).toBe(401)
      expect(await login({ ...own, ...right })).toBe(200)
    }
  })

  it('is not limited by registrations with that email', async () => {
    await register('wanted')
    for (const [n, address] of addresses('198.51.101', 6).entries()) {
      const body = { email: 'wanted@example.org', alias: `wanting${n}`, password: testPassword }
      expect((await service.send('POST', '/api/register', { body, address })).statusCode).toBe(409)
    }
    expect(await login({ email: 'wanted@example.org', address: '203.0.113.1', ...right })).toBe(200)
  })
})

describe('a device', () => {
  it('is known after a sign-in too, and only to the account that it was signed in to', async () => {
    await register('first')
    await register('second')
    const body = { email: 'first@example.org', ...right }
    const { device } = (await service.send('POST', '/api/login', { body, address: '192.0.2.9' })).json()
    const there = addresses('192.0.3', 5)
    for (const email of ['first@example.org', 'second@example.org']) await guess(email, there, 1)
    expect(await login({ email: 'first@example.org', address: '192.0.2.10', ...right, device })).toBe(200)
    expect(await login({ email: 'second@example.org', address: '192.0.2.10', ...right, device })).toMatch(
      /^wait /,
    )
  })

  it.each([
    ['is no token of ours', () => 'x'.repeat(64)],
    ['was changed', (device: string) => (device.startsWith('A') ? 'B' : 'A') + device.slice(1)],
  ])('is unknown if it %s', async (what, change) => {
    const name = `forged${what.length}`
    const device = await register(name)
    const email = `${name}@example.org`
    await guess(email, addresses('192.0.4', 5), 1)
    expect(await login({ email, address: '192.0.2.11', ...right, device: change(device) })).toMatch(/^wait /)
  })

  it('expires after a year', async () => {
    const device = await register('longago')
    const email = 'longago@example.org'
    await guess(email, addresses('192.0.5', 5), 1)
    const day = 24 * 3600 * seconds
    service.clock.now += 364 * day
    expect(await login({ email, address: '192.0.2.12', ...right, device })).toBe(200)
    service.clock.now += 2 * day
    await guess(email, addresses('192.0.6', 1), 1)
    expect(await login({ email, address: '192.0.2.13', ...right, device })).toMatch(/^wait /)
  })

  it('is limited only by its own failed attempts', async () => {
    const device = await register('wrong')
    const own = { email: 'wrong@example.org', address: '192.0.2.14', device }
    const answers = []
    for (let n = 0; n < 5; n += 1) answers.push(await login(own))
    expect(answers).toEqual([401, 401, 'wait 1', 'wait 1', 'wait 1'])
  })
})

describe('registering', () => {
  it('is limited by address', async () => {
    const statuses = []
    for (const n of [1, 2, 3, 4, 5]) {
      const body = { email: `many${n}@example.org`, alias: `many${n}`, password: testPassword }
      statuses.push(
        (await service.send('POST', '/api/register', { body, address: '203.0.113.200' })).statusCode,
      )
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })
})
