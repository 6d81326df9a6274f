import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { letterTo } from '../mail/mail-in-tests.ts'
import { type AccountsForTests, accountsForTests } from '../test-app.ts'
import { securityKey } from './testing/security-key.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

const list = async (token: string) => (await service.send('GET', '/api/passkeys', { token })).json().passkeys
const answerOf = ({ statusCode, json }: Awaited<ReturnType<AccountsForTests['send']>>) => [statusCode, json()]
const notesOf = async (playerId: string) =>
  (
    await service.database.pool.query(
      'SELECT what, details FROM accounts.audit WHERE player_id = $1 ORDER BY id',
      [playerId],
    )
  ).rows

describe('a passkey that is there', () => {
  it('is renamed and deleted by its owner alone', async () => {
    const { token, user } = await service.register('owner')
    const { token: stranger } = await service.register('stranger')
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
    const letter = await letterTo(service, 'owner@example.org', 'A passkey was deleted')
    expect(letter.text).toContain('Green key')
    expect((await notesOf(user.id)).map(({ what }) => what)).toEqual([
      'Passkey added',
      'Passkey renamed',
      'Passkey deleted',
    ])
  })
})
