import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAtOnce } from '../calls-at-once-in-tests.ts'
import { type AccountsForTests, accountsForTests, testPassword } from '../test-app.ts'
import { emailChangeRequests } from './email-change-in-tests.ts'
import { mailTo, tokenIn } from './mail-in-tests.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

const { change, cancel, confirm, emailOf, verified } = emailChangeRequests(() => service)

describe('concurrent changes of the email', () => {
  const changeOf = (email: string) => ({
    text: 'SELECT FROM accounts.email_changes WHERE email = $1 FOR UPDATE',
    values: [email],
  })
  /** A player with a pending change to `name@new.example`: session, and links to the old and the new address. */
  async function changing(name: string) {
    const token = await verified(name)
    await change(token, `${name}@new.example`)
    const old = tokenIn(await mailTo(service, `${name}@example.org`, 'Confirm your email change'))
    const fresh = tokenIn(await mailTo(service, `${name}@new.example`, 'Confirm your new email'))
    return { token, old, fresh }
  }

  it('the second of both confirmations changes the address', async () => {
    const { token, old, fresh } = await changing('gina')
    const answers = await callAtOnce(service, changeOf('gina@new.example'), [
      () => confirm(old),
      () => confirm(fresh),
    ])
    expect(answers.map((answer) => answer.json().changed)).toEqual([false, true])
    expect(await emailOf(token)).toBe('gina@new.example')
  })

  it('a link works once', async () => {
    const { old } = await changing('hugo')
    const answers = await callAtOnce(service, changeOf('hugo@new.example'), [
      () => confirm(old),
      () => confirm(old),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 422])
  })

  it('either the last confirmation or the cancellation wins, and the answers agree', async () => {
    const { token, old, fresh } = await changing('ida')
    await confirm(old)
    const [proved, calledOff] = await callAtOnce(service, changeOf('ida@new.example'), [
      () => confirm(fresh),
      () => cancel(token),
    ])
    expect(proved?.json().changed).toBe(true)
    expect([calledOff?.statusCode, calledOff?.json().error]).toEqual([
      409,
      "There's no email change to cancel. It was completed or cancelled, or has expired.",
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

  it('one of two players gets the same address', async () => {
    const [first, second] = [await verified('kim'), await verified('leo')]
    for (const token of [first, second]) await change(token, 'both@new.example')
    const links = []
    for (const [nth, name] of ['kim', 'leo'].entries()) {
      await confirm(tokenIn(await mailTo(service, `${name}@example.org`, 'Confirm your email change')))
      links.push(tokenIn(await mailTo(service, 'both@new.example', 'Confirm your new email', nth + 1)))
    }
    const answers = await callAtOnce(
      service,
      changeOf('both@new.example'),
      links.map((link) => () => confirm(link)),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect([await emailOf(first), await emailOf(second)]).toContain('both@new.example')
  })

  it('a reset is rejected if the password changes first', async () => {
    const email = 'mona@example.org'
    const token = await verified('mona')
    await service.send('POST', '/api/request-password-reset', { body: { email } })
    const link = tokenIn(await mailTo(service, email, 'Reset your password'))
    const held = { text: 'SELECT FROM accounts.players WHERE email = $1 FOR UPDATE', values: [email] }
    const body = { currentPassword: testPassword, newPassword: 'green lamp' }
    const answers = await callAtOnce(service, held, [
      () => service.send('PUT', '/api/user', { token, body }),
      () => service.send('POST', '/api/reset-password', { body: { token: link, password: 'blue lamp' } }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 422])
  })
})
