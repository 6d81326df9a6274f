import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAtOnce } from '../calls-at-once.ts'
import { type AccountsForTests, accountsForTests, testPassword } from '../test-app.ts'
import { letterTo, tokenIn } from './mail-in-tests.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

const change = (token: string, email: string, currentPassword = testPassword) =>
  service.send('PUT', '/api/user/email', { token, body: { email, currentPassword } })
const confirm = (token: string) => service.send('POST', '/api/confirm-email', { body: { token } })
const emailOf = async (token: string) => (await service.send('GET', '/api/user', { token })).json().email

/** A player whose mail is verified: the token of a session. */
async function verified(name: string): Promise<string> {
  await service.register(name)
  const token = tokenIn(await letterTo(service, `${name}@example.org`, 'Verify'))
  return (await service.send('POST', '/api/verify-email', { body: { token } })).json().token
}

describe('another mail address', () => {
  it('takes proof of the old one and of the new one, in whichever order', async () => {
    const token = await verified('cleo')
    expect((await change(token, 'cleo@new.example')).statusCode).toBe(200)
    const old = await letterTo(service, 'cleo@example.org', 'Your email is to change')
    const fresh = await letterTo(service, 'cleo@new.example', 'Confirm your new email')
    expect(old.text).toContain('cleo@new.example')

    expect((await confirm(tokenIn(fresh))).json().changed).toBe(false)
    expect(await emailOf(token)).toBe('cleo@example.org')
    const waiting = (await service.send('GET', '/api/user/email', { token })).json()
    expect(waiting).toEqual({ change: { email: 'cleo@new.example', oldProved: false, newProved: true } })

    expect((await confirm(tokenIn(old))).json().changed).toBe(true)
    expect(await emailOf(token)).toBe('cleo@new.example')
    await letterTo(service, 'cleo@example.org', 'Your email was changed')
    const login = { email: 'cleo@new.example', password: testPassword }
    expect((await service.send('POST', '/api/login', { body: login })).statusCode).toBe(200)
  })

  it('takes proof of the new one alone where the old one was never proved', async () => {
    const { token } = await service.register('typo')
    await change(token, 'right@example.org')
    const fresh = await letterTo(service, 'right@example.org', 'Confirm')
    expect((await confirm(tokenIn(fresh))).json().changed).toBe(true)
    // It is the first proof of a mail: what was made before it has ended.
    expect((await service.send('GET', '/api/user', { token })).statusCode).toBe(401)
    const login = { email: 'right@example.org', password: testPassword }
    const { user } = (await service.send('POST', '/api/login', { body: login })).json()
    expect(user.emailVerifiedAt).not.toBeNull()
  })

  it('does not tell whether another account has it, and never takes it from that one', async () => {
    await service.register('holder')
    const token = await verified('wisher')
    const [taken, free] = [await change(token, 'holder@example.org'), await change(token, 'free@example.org')]
    expect(taken.body).toBe(free.body)
    await letterTo(service, 'free@example.org', 'Confirm')
    const toHolder = service.letters.filter(({ to }) => to === 'holder@example.org')
    expect(toHolder.map(({ subject }) => subject)).toEqual(['Verify your email · Stepledger'])
  })

  it('needs the password', async () => {
    const token = await verified('dora')
    const answer = await change(token, 'dora@new.example', 'wrong')
    expect([answer.statusCode, answer.json().field]).toEqual([422, 'currentPassword'])
  })

  it('can be called off, and its links are worth nothing then', async () => {
    const token = await verified('emil')
    await change(token, 'emil@new.example')
    const old = await letterTo(service, 'emil@example.org', 'Your email is to change')
    expect((await service.send('DELETE', '/api/user/email', { token })).statusCode).toBe(200)
    expect((await confirm(tokenIn(old))).statusCode).toBe(422)
    expect(await emailOf(token)).toBe('emil@example.org')
  })

  it('is not what a link for another one proves', async () => {
    const token = await verified('fred')
    await change(token, 'fred@first.example')
    const first = await letterTo(service, 'fred@first.example', 'Confirm')
    await change(token, 'fred@second.example')
    await letterTo(service, 'fred@second.example', 'Confirm')
    expect((await confirm(tokenIn(first))).statusCode).toBe(422)
  })
})

describe('of calls that come at once', () => {
  const changeOf = (email: string) => ({
    text: 'SELECT FROM accounts.email_changes WHERE email = $1 FOR UPDATE',
    values: [email],
  })
  const cancel = (token: string) => service.send('DELETE', '/api/user/email', { token })

  /**
   * A player who wants another address, `name@new.example`: a session, and the links to the old address and to the new
   * one.
   */
  async function changing(name: string) {
    const token = await verified(name)
    await change(token, `${name}@new.example`)
    const old = tokenIn(await letterTo(service, `${name}@example.org`, 'Your email is to change'))
    const fresh = tokenIn(await letterTo(service, `${name}@new.example`, 'Confirm your new email'))
    return { token, old, fresh }
  }

  it('both proofs count, and the second one changes the address', async () => {
    const { token, old, fresh } = await changing('gina')
    const answers = await callAtOnce(service, changeOf('gina@new.example'), [
      () => confirm(old),
      () => confirm(fresh),
    ])
    expect(answers.map((answer) => answer.json().changed)).toEqual([false, true])
    expect(await emailOf(token)).toBe('gina@new.example')
  })

  it('one use of a link counts', async () => {
    const { old } = await changing('hugo')
    const answers = await callAtOnce(service, changeOf('hugo@new.example'), [
      () => confirm(old),
      () => confirm(old),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 422])
  })

  it('the last proof or the calling off holds, and the answers say which', async () => {
    const { token, old, fresh } = await changing('ida')
    await confirm(old)
    const [proved, calledOff] = await callAtOnce(service, changeOf('ida@new.example'), [
      () => confirm(fresh),
      () => cancel(token),
    ])
    expect(proved?.json().changed).toBe(true)
    expect([calledOff?.statusCode, calledOff?.json().error]).toEqual([
      409,
      'No change of your email waits any more: it was made, called off, or not proved in time',
    ])
    expect(await emailOf(token)).toBe('ida@new.example')

    const other = await changing('jan')
    await confirm(other.old)
    const [stays, late] = await callAtOnce(service, changeOf('jan@new.example'), [
      () => cancel(other.token),
      () => confirm(other.fresh),
    ])
    expect([stays?.statusCode, late?.statusCode]).toEqual([200, 422])
    expect(await emailOf(other.token)).toBe('jan@example.org')
  })

  it('one player gets an address that two want', async () => {
    const [first, second] = [await verified('kim'), await verified('leo')]
    for (const token of [first, second]) await change(token, 'both@new.example')
    const links = []
    for (const [nth, name] of ['kim', 'leo'].entries()) {
      await confirm(tokenIn(await letterTo(service, `${name}@example.org`, 'Your email is to change')))
      links.push(tokenIn(await letterTo(service, 'both@new.example', 'Confirm your new email', nth + 1)))
    }
    const answers = await callAtOnce(
      service,
      changeOf('both@new.example'),
      links.map((link) => () => confirm(link)),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect([await emailOf(first), await emailOf(second)]).toContain('both@new.example')
  })

  it('two links for one thing are used one after the other', async () => {
    const email = 'mona@example.org'
    await verified('mona')
    const links = []
    for (const nth of [1, 2]) {
      await service.send('POST', '/api/request-password-reset', { body: { email } })
      links.push(tokenIn(await letterTo(service, email, 'Reset your password', nth)))
    }
    const held = {
      text: `SELECT FROM accounts.mail_links l JOIN accounts.players p ON p.id = l.player_id
        WHERE p.email = $1 AND l.purpose = 'resetPassword' FOR UPDATE OF l`,
      values: [email],
    }
    const answers = await callAtOnce(
      service,
      held,
      links.map(
        (token) => () =>
          service.send('POST', '/api/reset-password', { body: { token, password: 'blue lamp' } }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 422])
  })
})
