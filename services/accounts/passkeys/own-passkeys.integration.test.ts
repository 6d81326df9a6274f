import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAtOnce } from '../calls-at-once-in-tests.ts'
import { mailTo, tokenIn } from '../mail/mail-in-tests.ts'
import { type AccountsForTests, accountsForTests } from '../test-app.ts'
import { answerOf, auditOf, passkeysOf, securityKey } from './testing/security-key.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

const list = (token: string) => passkeysOf(service, token)
const notesOf = (playerId: string) => auditOf(service, playerId)

describe('an existing passkey', () => {
  it('is renamed and deleted by its owner alone', async () => {
    const { token, user } = await service.register('owner')
    const { token: stranger } = await service.register('stranger')
    await service.database.pool.query('UPDATE accounts.players SET email_verified_at = now() WHERE id = $1', [
      user.id,
    ])
    await securityKey(service).add(token)
    const [{ id }] = await list(token)
    const url = `/api/passkey/${id}`
    const body = { name: 'Green key' }
    const nobodys = [404, { error: 'Passkey not found' }]
    expect(answerOf(await service.send('PUT', url, { token: stranger, body }))).toEqual(nobodys)
    expect(answerOf(await service.send('DELETE', url, { token: stranger }))).toEqual(nobodys)
    const renamed = await service.send('PUT', url, { token, body })
    expect(renamed.json()).toMatchObject({ passkey: { id, name: 'Green key' }, message: 'Passkey renamed' })
    expect(answerOf(await service.send('DELETE', url, { token }))).toEqual([
      200,
      { message: 'Passkey deleted' },
    ])
    expect(answerOf(await service.send('DELETE', url, { token }))).toEqual(nobodys)
    expect(await list(token)).toEqual([])
    const letter = await mailTo(service, 'owner@example.org', 'A passkey was deleted')
    expect(letter.text).toContain('Green key')
    expect((await notesOf(user.id)).map(({ what }) => what)).toEqual([
      'Passkey added',
      'Passkey renamed',
      'Passkey deleted',
    ])
  })

  it('is deleted once by concurrent requests', async () => {
    const { token, user } = await service.register('clicker')
    await securityKey(service).add(token)
    const [{ id }] = await list(token)
    await mailTo(service, 'clicker@example.org', 'A passkey was added')
    const remove = () => service.send('DELETE', `/api/passkey/${id}`, { token })
    const held = { text: 'SELECT FROM accounts.passkeys WHERE id = $1 FOR UPDATE', values: [id] }
    const answers = await callAtOnce(service, held, [remove, remove])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404])
    expect((await notesOf(user.id)).map(({ what }) => what)).toEqual(['Passkey added', 'Passkey deleted'])
  })

  it('is not added by a session that a concurrent reset ends', async () => {
    const { token } = await service.register('late-adder')
    const key = securityKey(service)
    const made = await key.make(token)
    const email = 'late-adder@example.org'
    await service.send('POST', '/api/request-password-reset', { body: { email } })
    const link = tokenIn(await mailTo(service, email, 'Reset your password'))
    const held = { text: 'SELECT FROM accounts.players WHERE email = $1 FOR UPDATE', values: [email] }
    const answers = await callAtOnce(service, held, [
      () => service.send('POST', '/api/reset-password', { body: { token: link, password: 'blue lamp' } }),
      () => key.complete(made, token),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401])
    expect((await key.signIn()).statusCode).toBe(404)
  })
})
